import type { E164 } from '@dialproof/core';
import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import { compileReplayQueries } from '../../replays/replay-queries.js';
import type { Tables } from '../../schema.js';
import { compileTokenQueries } from '../../tokens/token-queries.js';

type Account = { accountId: string };

export type ErasureQueries = ReturnType<typeof compileErasureQueries>;

/** The tables with data of an account, besides those of its tasks, in the order of locks. The ledger is left out. */
const TABLES_OF_ACCOUNTS = [
  'task_accounts',
  'account_usage',
  'events',
  'webhook_accounts',
  'webhooks',
  'webhook_deliveries',
  'replay_accounts',
  'replays',
  'tokens',
  'accounts',
] as const satisfies readonly (keyof Tables)[];

export function compileErasureQueries(builder: Kysely<Tables>) {
  const removeFrom = (table: (typeof TABLES_OF_ACCOUNTS)[number]) =>
    compileQuery<Account>()((value) =>
      builder.deleteFrom(table).where('account_id', '=', value('accountId')),
    );
  const hasEnded = sql<boolean>`status in ('done', 'failed') and step is null`;
  return {
    findTask: compileQuery<{ taskId: string }>()((value) =>
      builder
        .selectFrom('tasks')
        .select(['account_id', hasEnded.as('has_ended')])
        .where('task_id', '=', value('taskId')),
    ),
    tasksOf: compileQuery<Account>()((value) =>
      builder.selectFrom('tasks').select('task_id').where('account_id', '=', value('accountId')),
    ),
    chunk: compileQuery<{ taskId: string; index: number }>()((value) =>
      builder
        .selectFrom('task_chunks')
        .select('chunk')
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('index')),
    ),
    removeTask: compileQuery<{ taskId: string }>()((value) =>
      builder.deleteFrom('tasks').where('task_id', '=', value('taskId')).where(hasEnded),
    ),
    removeEvents: compileQuery<{ taskId: string }>()((value) =>
      builder.deleteFrom('events').where('task_id', '=', value('taskId')),
    ),
    caches: compileQuery()(() =>
      builder.selectFrom('cached_answers').select('cache').distinct().orderBy('cache'),
    ),
    removeAnswer: compileQuery<{ cache: string; number: E164 }>()((value) =>
      builder
        .deleteFrom('cached_answers')
        .where('cache', '=', value('cache'))
        .where('number', '=', value('number')),
    ),
    replaysOf: compileQuery<Account>()((value) =>
      builder.selectFrom('replays').select(['key', 'reply']).where('account_id', '=', value('accountId')),
    ),
    removeReplay: compileQuery<Account & { key: string }>()((value) =>
      builder
        .deleteFrom('replays')
        .where('account_id', '=', value('accountId'))
        .where('key', '=', value('key')),
    ),
    lockPlaces: compileReplayQueries(builder).lockPlaces,
    givePlaces: compileReplayQueries(builder).givePlaces,
    lockAccount: compileTokenQueries(builder).lockAccount,
    lockTasks: compileQuery<Account>()((value) =>
      builder
        .updateTable('task_accounts')
        .set((eb) => ({ account_id: eb.ref('account_id') }))
        .where('account_id', '=', value('accountId')),
    ),
    removeReplays: removeFrom('replays'),
    removeReplayCount: removeFrom('replay_accounts'),
    lockHolds: compileQuery<Account>()((value) =>
      builder
        .updateTable('balances')
        .set((eb) => ({ account_id: eb.ref('account_id') }))
        .where('account_id', '=', value('accountId')),
    ),
    /** Closed holds stay with the ledger; the answers that they keep do not. */
    forgetAnswers: compileQuery<Account>()((value) =>
      builder
        .updateTable('holds')
        .set({ answer: null })
        .where('account_id', '=', value('accountId'))
        .where('answer', 'is not', null),
    ),
    removeAccount: TABLES_OF_ACCOUNTS.map((table) => ({ table, remove: removeFrom(table) })),
  };
}
