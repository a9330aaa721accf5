import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { answerQueries } from './answers/sql-answer-cache.js';
import { listQueries } from './lists/list-queries.js';
import { observationQueries } from './observations/sql-observation-store.js';
import { eventQueries } from './outbox/sql-event-outbox.js';
import { type Query, Statements } from './query.js';
import { replayQueries } from './replays/replay-queries.js';
import { suppressionQueries } from './suppressions/sql-suppression-list.js';
import { queries as taskQueries } from './tasks/queries/task-queries.js';
import { temporaryDatabase, temporaryFolder } from './temporary-folder.fixture.js';
import { webhookQueries } from './webhooks/webhook-queries.js';

/**
 * Scans that read little: a table of one row, lists that a statement brings along, the free chunks of one task, or up to a limit in order.
 */
const SMALL = [
  /SCAN (\w+ VIRTUAL TABLE|waiting|task_outage|outage|CONSTANT ROW|\d+-ROW VALUES)/,
  /^claimChunks: (SCAN (unleased|ended)|USE TEMP)/,
  /^free: SCAN events$/,
];

it.each([
  // These queries of tasks read many rows at once, by design. They run rarely.
  ['tasks', taskQueries, 'tasks_ready', ['dueAccounts']],
  // Their rows are sorted by turn.
  ['webhooks', webhookQueries, 'webhook_deliveries_due', ['due', 'dueWebhooks']],
  ['events', eventQueries, 'events_free_at', []],
  ['lists', listQueries, 'lists_due', []],
  ['suppressed numbers', suppressionQueries, 'suppressions_by_entry', []],
  ['requests', replayQueries, 'replays_forget', []],
  ['cached answers', answerQueries, 'cached_answers_expires_at', []],
  ['observations', observationQueries, 'observations_seen_at', []],
] as const)(
  'a query of %s reads no table from its beginning to its end',
  async (_, queries, index, ofManyRows) => {
    const file = join(await temporaryFolder(), 'test.db');
    await temporaryDatabase(file);
    const raw = new Database(file);
    onTestFinished(() => {
      raw.close();
    });
    const statements = new Statements('sqlite');
    const planOf = (query: Query<never>) => {
      const { names, text } = statements.of(query);
      const rows = raw.prepare<unknown[], { detail: string }>(`explain query plan ${text}`);
      // A plan does not depend on values.
      return rows.all(...names.map(() => null)).map(({ detail }) => detail);
    };
    const steps = Object.entries<Query<never> | ReadonlyMap<number, Query<never>>>(queries)
      .flatMap(([name, query]) =>
        (query instanceof Map ? [...query.values()] : [query]).map((one) => ({ name, plan: planOf(one) })),
      )
      .flatMap(({ name, plan }) => plan.map((step) => ({ name, step: `${name}: ${step}` })));
    expect(steps.map(({ step }) => step).join('\n')).toContain(index);
    const scans = steps.filter(({ name, step }) => {
      const isScan = /SCAN (?!.*USING)|TEMP B-TREE/.test(step) && !SMALL.some((small) => small.test(step));
      return isScan && !ofManyRows.some((other: string) => other === name);
    });
    expect(scans.map(({ step }) => step)).toEqual([]);
  },
);
