import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Query } from '../query.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { compileReplayQueries } from './replay-queries.js';

describe('SqlReplayStore', () => {
  it('reads no table from its beginning to its end', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const { builder } = await temporaryDatabase(file);
    const raw = new Database(file);
    const queries: readonly Query<never, unknown>[] = Object.values(compileReplayQueries(builder));
    const steps = queries.flatMap(({ sql, bind }) => {
      // A plan does not depend on values. Placeholders without a value are undefined, which the driver refuses.
      const values = bind({} as never).map((value) => value ?? null);
      return raw.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...values);
    });
    raw.close();
    expect(steps.map(({ detail }) => detail).join('\n')).toContain('replays_forget');
    expect(steps.filter(({ detail }) => detail.startsWith('SCAN'))).toEqual([]);
  });
});
