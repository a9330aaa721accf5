import type { SpendingCounts } from '@dialproof/core';
import { assertOptionNames } from '@dialproof/core';
import type { SqlDatabase } from '../database.js';
import { sql } from '../query.js';

export interface SqlSpendingCountsOptions {
  readonly database: SqlDatabase;
  /** The name of the budget, 1 to 40 characters. Limits that are counted separately have different names. */
  readonly name: string;
}

/** Days for which a sum is kept. */
const KEPT_DAYS = 31;

/**
 * The sum of each day, in a database, for a month. All processes over the database share its sum. An amount that a process
 * has reserved for calls under way counts as spent for the others until those calls end, or for the rest of the day if the process is
 * killed.
 */
export class SqlSpendingCounts implements SpendingCounts {
  readonly #database: SqlDatabase;
  readonly #budget: string;

  /** Throws RangeError for a name outside of its limits. */
  constructor(options: SqlSpendingCountsOptions) {
    assertOptionNames('SqlSpendingCounts', options, { database: true, name: true });
    const { database, name } = options;
    if (typeof name !== 'string' || !/^.{1,40}$/.test(name))
      throw new RangeError(`name is ${JSON.stringify(name)}, expected 1 to 40 characters`);
    this.#database = database;
    this.#budget = name;
  }

  async take(day: string, amount: number, limit: number): Promise<boolean> {
    // The statement compares only the sum of an existing day. The first amount is the whole sum.
    if (amount > limit) return false;
    const values = { budget: this.#budget, day, amount, limit };
    return await this.#database.write(async (session) => {
      const taken = await session.first(spendingQueries.take, values);
      // Once a day. Names come and go with tokens, and their rows would pile up.
      if (taken?.spent === amount)
        await session.change(spendingQueries.forget, forgottenBefore(this.#budget, day));
      return taken !== undefined;
    });
  }

  async giveBack(day: string, amount: number): Promise<void> {
    const values = { budget: this.#budget, day, amount };
    await this.#database.write((session) => session.change(spendingQueries.giveBack, values));
  }

  async spent(day: string): Promise<number> {
    const values = { budget: this.#budget, day };
    return (await this.#database.read.first(spendingQueries.spent, values))?.spent ?? 0;
  }
}

function forgottenBefore(budget: string, day: string): Day {
  const before = Date.parse(day) - KEPT_DAYS * 86_400_000;
  return { budget, day: new Date(before).toISOString().slice(0, 10) };
}

interface Day {
  readonly budget: string;
  readonly day: string;
}

const spendingQueries = {
  take: sql<Day & { amount: number; limit: number }, { readonly spent: number }>`
    insert into spending (budget, day, spent) values (${'budget'}, ${'day'}, ${'amount'})
    on conflict (budget, day) do update set spent = spending.spent + excluded.spent
    where spending.spent + excluded.spent <= ${'limit'} returning spent`,
  forget: sql<Day>`delete from spending where budget = ${'budget'} and day < ${'day'}`,
  // Standard SQL, since the function for the larger of two numbers has different names in SQLite and PostgreSQL.
  giveBack: sql<Day & { amount: number }>`
    update spending set spent = case when spent > ${'amount'} then spent - ${'amount'} else 0 end
    where budget = ${'budget'} and day = ${'day'}`,
  spent: sql<
    Day,
    { readonly spent: number }
  >`select spent from spending where budget = ${'budget'} and day = ${'day'}`,
};
