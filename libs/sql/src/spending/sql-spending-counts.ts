import type { SpendingCounts } from '@dialproof/core';
import { assertOptionNames } from '@dialproof/core';
import type { Kysely } from 'kysely';
import type { SqlDatabase } from '../database.js';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

export interface SqlSpendingCountsOptions {
  readonly database: SqlDatabase;
  /** The name of the budget, 1 to 40 characters. Limits that are counted separately have different names. */
  readonly name: string;
}

/**
 * The cost of each day, in a database. The row of a day stays. All processes over the database share its sum. An amount that a process
 * has reserved for calls under way counts as spent for the others until those calls end, or for the rest of the day if the process is
 * killed.
 */
export class SqlSpendingCounts implements SpendingCounts {
  readonly #database: SqlDatabase;
  readonly #budget: string;
  readonly #queries: ReturnType<typeof compileSpendingQueries>;

  /** Throws RangeError for a name outside of its limits. */
  constructor(options: SqlSpendingCountsOptions) {
    assertOptionNames('SqlSpendingCounts', options, { database: true, name: true });
    const { database, name } = options;
    if (typeof name !== 'string' || !/^.{1,40}$/.test(name))
      throw new RangeError(`name is ${JSON.stringify(name)}, expected 1 to 40 characters`);
    this.#database = database;
    this.#budget = name;
    this.#queries = compileSpendingQueries(database.builder);
  }

  async take(day: string, amount: number, limit: number): Promise<boolean> {
    // The statement compares only the sum of an existing day. The first amount is the whole sum.
    if (amount > limit) return false;
    const values = { budget: this.#budget, day, amount, limit };
    const changed = await this.#database.write((session) => session.change(this.#queries.take, values));
    return changed > 0;
  }

  async giveBack(day: string, amount: number): Promise<void> {
    const values = { budget: this.#budget, day, amount };
    await this.#database.write((session) => session.change(this.#queries.giveBack, values));
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
        // Standard SQL, since the function for the larger of two numbers has different names in SQLite and PostgreSQL.
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
