import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Query } from '../../query.js';
import { temporaryDatabase, temporaryFolder } from '../../temporary-folder.fixture.js';
import { compileTaskQueries } from './task-queries.js';

/** These queries change many rows at once, by design. They run rarely. */
const OF_ALL_ROWS = ['accountsAtWork', 'accountsOfWaiting'];

describe('the queries of tasks', () => {
  it('read no table from its beginning to its end', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const { builder } = await temporaryDatabase(file);
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

    const scans = Object.entries<Query<never, unknown>>(compileTaskQueries(builder))
      .filter(([name]) => !OF_ALL_ROWS.includes(name))
      .flatMap(([name, query]) => planOf(query).map((step) => `${name}: ${step}`))
      .filter((step) => /SCAN (?!.*USING|task_outage|outage|CONSTANT ROW)|TEMP B-TREE/.test(step));

    expect(scans).toEqual([]);
  });
});
