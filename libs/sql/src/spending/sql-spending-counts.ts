import type { SpendingCounts } from '@dialproof/core';
import type { Kysely } from 'kysely';
import { changeLast, type SqlDatabase } from '../database.js';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

export interface SqlSpendingCountsOptions {
  readonly database: SqlDatabase;
  /** What the budget is called, 1 to 40 characters: limits that are counted apart have different names. */
  readonly name: string;
}

/**
 * What days have cost, in a database: a row for each day, which stays. Every process over the database spends of the same sum. What a
 * process has set aside for calls under way counts as spent for the others until those calls have ended; if it is killed before, for the rest
 * of the day.
 */
export class SqlSpendingCounts implements SpendingCounts {
  readonly #database: SqlDatabase;
  readonly #budget: string;
  readonly #queries: ReturnType<typeof compileSpendingQueries>;

  /** Throws RangeError for a name out of its limits. */
  constructor({ database, name }: SqlSpendingCountsOptions) {
    if (typeof name !== 'string' || !/^.{1,40}$/.test(name))
      throw new RangeError(`name is ${JSON.stringify(name)}, expected 1 to 40 characters`);
    this.#database = database;
    this.#budget = name;
    this.#queries = compileSpendingQueries(database.builder);
  }

  async take(day: string, amount: number, limit: number): Promise<boolean> {
    // The statement compares the sum of a day that is there; a first amount is the whole sum.
    if (amount > limit) return false;
    const values = { budget: this.#budget, day, amount, limit };
    const changed = await this.#database.write((session) => changeLast(session, this.#queries.take, values));
    return changed > 0;
  }

  async giveBack(day: string, amount: number): Promise<void> {
    const values = { budget: this.#budget, day, amount };
    await this.#database.write((session) => changeLast(session, this.#queries.giveBack, values));
  }

  async spent(day: string): Promise<number> {
    const values = { budget: this.#budget, day };
    return (await this.#database.read.first(this.#queries.spent, values))?.spent ?? 0;
  }
}

interface Day {
  readonly budget: string;
  readonly day: string;
}

function compileSpendingQueries(builder: Kysely<Tables>) {
  return {
    take: compileQuery<Day & { amount: number; limit: number }>()((value) =>
      builder
        .insertInto('spending')
        .values({ budget: value('budget'), day: value('day'), spent: value('amount') })
        .onConflict((conflict) =>
          conflict
            .columns(['budget', 'day'])
            .doUpdateSet((eb) => ({ spent: eb('spending.spent', '+', eb.ref('excluded.spent')) }))
            .where((eb) => eb(eb('spending.spent', '+', eb.ref('excluded.spent')), '<=', value('limit'))),
        ),
    ),
    giveBack: compileQuery<Day & { amount: number }>()((value) =>
      builder
        .updateTable('spending')
        // Standard SQL: the functions for the larger of two numbers are called differently in SQLite and PostgreSQL.
        .set((eb) => ({
          spent: eb
            .case()
            .when('spent', '>', value('amount'))
            .then(eb('spent', '-', value('amount')))
            .else(0)
            .end(),
        }))
        .where('budget', '=', value('budget'))
        .where('day', '=', value('day')),
    ),
    spent: compileQuery<Day>()((value) =>
      builder
        .selectFrom('spending')
        .select('spent')
        .where('budget', '=', value('budget'))
        .where('day', '=', value('day')),
    ),
  };
}
