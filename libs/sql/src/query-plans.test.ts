import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { answerQueries } from './answers/sql-answer-cache.js';
import { singleAnswerQueries } from './answers/sql-single-answer-store.js';
import { listQueries } from './lists/sql-list-store.js';
import { observationQueries } from './observations/sql-observation-store.js';
import { eventQueries } from './outbox/sql-event-outbox.js';
import { type Query, Statements } from './query.js';
import { replayQueries } from './replays/replay-queries.js';
import { suppressionQueries } from './suppressions/sql-suppression-list.js';
import { queries as taskQueries } from './tasks/queries/task-queries.js';
import { temporaryDatabase, temporaryFolder } from './temporary-folder.fixture.js';
import { describeOnPostgres, POSTGRES_URL, PostgresSchema } from './test-databases.fixture.js';
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
  ['answers of single checks', singleAnswerQueries, 'single_answers_checked_at', []],
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
    const steps = statementsOf(queries)
      .map(({ name, query }) => ({ name, plan: planOf(query) }))
      .flatMap(({ name, plan }) => plan.map((step) => ({ name, step: `${name}: ${step}` })));
    expect(steps.map(({ step }) => step).join('\n')).toContain(index);
    const scans = steps.filter(({ name, step }) => {
      const isScan = /SCAN (?!.*USING)|TEMP B-TREE/.test(step) && !SMALL.some((small) => small.test(step));
      return isScan && !ofManyRows.some((other: string) => other === name);
    });
    expect(scans.map(({ step }) => step)).toEqual([]);
  },
);

describeOnPostgres('with outdated statistics', () => {
  // The planner takes a table that was empty when it was last analyzed for one with a single row, and a subquery for cheap to repeat.
  it('no statement runs a subquery with a limit again for each row of a table', async () => {
    const test = await PostgresSchema.create();
    const client = new pg.Client(POSTGRES_URL);
    onTestFinished(async () => {
      await client.end();
      await test.remove();
    });
    await client.connect();
    await client.query(
      `set search_path = "${test.schema}"; set plan_cache_mode = force_generic_plan; analyze`,
    );
    const statements = new Statements('postgres', test.schema);
    const again: string[] = [];
    for (const { name, query } of [
      taskQueries,
      webhookQueries,
      eventQueries,
      listQueries,
      suppressionQueries,
      replayQueries,
      answerQueries,
      singleAnswerQueries,
      observationQueries,
    ].flatMap(statementsOf)) {
      const { names, text } = statements.of(query);
      await client.query(`prepare tried as ${text}`);
      const values = names.length === 0 ? '' : `(${names.map(() => 'null').join()})`;
      const { rows } = await client.query(`explain (format json) execute tried${values}`);
      await client.query('deallocate tried');
      if (repeatsLimit(rows[0]['QUERY PLAN'][0].Plan)) again.push(name);
    }
    expect(again).toEqual([]);
  });
});

/** By the query: the index that answers it for an account without answers, and in a database without plain numbers. */
const INDEXES_OF_ANSWERS = [
  ['any', /single_answers_(pk|1)\b/],
  ['anyPlain', /single_answers_plain/],
  ['takePlain', /single_answers_plain/],
] as const;

it('questions for single answers that are not there read an index without other rows: SQLite', async () => {
  const file = join(await temporaryFolder(), 'test.db');
  await temporaryDatabase(file);
  const raw = new Database(file, { readonly: true });
  onTestFinished(() => void raw.close());
  const statements = new Statements('sqlite');
  for (const [name, index] of INDEXES_OF_ANSWERS) {
    const { names, text } = statements.of(singleAnswerQueries[name]);
    const steps = raw.prepare<unknown[], { detail: string }>(`explain query plan ${text}`);
    const plan = steps.all(...names.map(() => null)).map(({ detail }) => detail);
    expect(plan.join('\n'), name).toMatch(index);
    expect(plan.join('\n'), name).not.toMatch(/TEMP B-TREE|SCAN .*single_answers_1/);
  }
});

describeOnPostgres('questions for single answers that are not there', () => {
  it('read an index without other rows: PostgreSQL, where few accounts have many answers', async () => {
    const test = await PostgresSchema.create();
    const client = new pg.Client(POSTGRES_URL);
    onTestFinished(async () => {
      await client.end();
      await test.remove();
    });
    await client.connect();
    await client.query(`set search_path = "${test.schema}"; set plan_cache_mode = force_generic_plan;
      insert into single_answers (account_id, number_hash, status, checked_at)
        select 'account ' || n % 2, md5(n::text), 'dead', n from generate_series(1, 20000) as n;
      analyze single_answers`);
    const statements = new Statements('postgres', test.schema);
    for (const [name, index] of INDEXES_OF_ANSWERS) {
      const { names, text } = statements.of(singleAnswerQueries[name]);
      await client.query(`prepare tried as ${text}`);
      const values = names.length === 0 ? '' : `(${names.map(() => 'null').join()})`;
      const { rows } = await client.query(`explain (format json) execute tried${values}`);
      await client.query('deallocate tried');
      const plan = JSON.stringify(rows[0]['QUERY PLAN'][0].Plan);
      expect(plan, name).toMatch(index);
      expect(plan, name).not.toMatch(/"(Seq Scan|Sort)"/);
    }
  });
});

/** A step of a plan, as PostgreSQL explains it. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly Plans?: readonly Step[];
}

/** Whether the inner side of a nested loop has a limit somewhere. Subqueries that run once, before the loop, are no part of it. */
function repeatsLimit({ 'Node Type': type, Plans: parts = [] }: Step): boolean {
  const repeated =
    type === 'Nested Loop' ? parts.filter((part) => part['Parent Relationship'] === 'Inner') : [];
  return repeated.some(hasLimit) || parts.some(repeatsLimit);
}

function hasLimit({ 'Node Type': type, Plans: parts = [] }: Step): boolean {
  return (
    type === 'Limit' || parts.filter((part) => part['Parent Relationship'] !== 'InitPlan').some(hasLimit)
  );
}

function statementsOf(queries: Readonly<Record<string, Query<never> | ReadonlyMap<number, Query<never>>>>) {
  return Object.entries(queries).flatMap(([name, query]) =>
    (query instanceof Map ? [...query.values()] : [query]).map((one: Query<never>) => ({ name, query: one })),
  );
}
