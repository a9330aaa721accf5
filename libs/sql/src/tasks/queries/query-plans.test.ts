import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Query } from '../../query.js';
import { temporaryDatabase, temporaryFolder } from '../../temporary-folder.fixture.js';
import { compileTaskQueries } from './task-queries.js';

function one<Size, Of>(queries: ReadonlyMap<Size, Of>): Of {
  const [first] = queries.values();
  if (first === undefined) throw new Error('there is no query');
  return first;
}

/** These queries read many rows at once, by design. They run rarely. */
const OF_ALL_ROWS = ['accountsAtWork', 'accountsOfWaiting', 'dueAccounts', 'lockTasksOf'];

/** What is scanned or sorted that is small: the outage, lists that a statement brings along, and the free chunks of one task. */
const SMALL =
  /SCAN (\w+ VIRTUAL TABLE|waiting|task_outage|outage|CONSTANT ROW|\d+-ROW VALUES)|^claimChunks: (SCAN (unleased|ended)|USE TEMP)/;

describe('the queries of tasks', () => {
  it('read no table from its beginning to its end', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const database = await temporaryDatabase(file);
    const raw = new Database(file);
    onTestFinished(() => {
      raw.close();
    });
    const planOf = ({ sql, bind }: Query<never, unknown>) => {
      // A plan does not depend on values. Placeholders without a value are undefined, which the driver refuses.
      const values = bind({} as never).map((value) => value ?? null);
      const rows = raw.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...values);
      return rows.map(({ detail }) => detail);
    };

    const { addChunks, ...queries } = compileTaskQueries(database);
    const scans = Object.entries<Query<never, unknown>>({ ...queries, addChunks: one(addChunks) })
      .filter(([name]) => !OF_ALL_ROWS.includes(name))
      .flatMap(([name, query]) => planOf(query).map((step) => `${name}: ${step}`))
      .filter((step) => /SCAN (?!.*USING)|TEMP B-TREE/.test(step) && !SMALL.test(step));

    expect(scans).toEqual([]);
  });
});
