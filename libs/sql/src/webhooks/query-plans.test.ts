import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { compileEventQueries } from '../outbox/event-queries.js';
import type { Query } from '../query.js';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { compileWebhookQueries } from './webhook-queries.js';

/** These queries scan in order and stop at their limit. */
const IN_ORDER = ['free: SCAN events', 'nextFree: SCAN events USING COVERING INDEX events_free_at'];

describe('the queries of webhooks and of the outbox', () => {
  it('read no table from its beginning to its end', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    const { builder } = await temporaryDatabase(file);
    const raw = new Database(file);
    onTestFinished(() => {
      raw.close();
    });
    const queries: readonly [string, Query<never, unknown>][] = [
      ...Object.entries(compileWebhookQueries({ builder, engine: 'sqlite' })),
      ...Object.entries(compileEventQueries({ builder, engine: 'sqlite' })),
    ];
    const steps = queries.flatMap(([name, { sql, bind }]) => {
      // A plan does not depend on values. Placeholders without a value are undefined, which the driver refuses.
      const values = bind({} as never).map((value) => value ?? null);
      const plan = raw.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...values);
      return plan.map(({ detail }) => `${name}: ${detail}`);
    });
    expect(steps.join('\n')).toContain('webhook_deliveries_due');
    expect(steps.filter((step) => /SCAN/.test(step) && !IN_ORDER.includes(step))).toEqual([]);
  });
});
