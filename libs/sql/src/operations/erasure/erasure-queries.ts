import type { E164 } from '@dialproof/core';
import { singleAnswerQueries } from '../../answers/sql-single-answer-store.js';
import { FOR_UPDATE, sql, verbatim } from '../../query.js';
import { replayQueries } from '../../replays/replay-queries.js';
import type { Columns, Tables } from '../../schema.js';
import { tokenQueries } from '../../tokens/token-queries.js';

type OfAccount = { accountId: string };
type OfTask = { taskId: string };

/** The tables with data of an account, besides those of its tasks, in the order of locks. The ledger is left out. */
const TABLES_OF_ACCOUNTS = [
  'task_accounts',
  'account_usage',
  'lists',
  'suppression_accounts',
  'suppressions',
  'single_answers',
  'events',
  'webhook_accounts',
  'webhooks',
  'webhook_deliveries',
  'replay_accounts',
  'replays',
  'tokens',
  'accounts',
] as const satisfies readonly (keyof Tables)[];

const HAS_ENDED = sql`status in ('done', 'failed') and step is null`;

function removeFrom(table: (typeof TABLES_OF_ACCOUNTS)[number]) {
  if (table === 'single_answers') return singleAnswerQueries.removeAll;
  return sql<OfAccount>`delete from ${verbatim(table)} where account_id = ${'accountId'}`;
}

export const erasureQueries = {
  findTask: sql<OfTask, Columns<'tasks', 'account_id'> & { readonly has_ended: boolean | 0 | 1 }>`
    select account_id, ${HAS_ENDED} as has_ended from tasks where task_id = ${'taskId'}`,
  tasksOf: sql<
    OfAccount,
    Columns<'tasks', 'task_id'>
  >`select task_id from tasks where account_id = ${'accountId'}`,
  chunk: sql<OfTask & { index: number }, Columns<'task_chunks', 'chunk'>>`
    select chunk from task_chunks where task_id = ${'taskId'} and chunk_index = ${'index'}`,
  removeTask: sql<OfTask>`delete from tasks where task_id = ${'taskId'} and ${HAS_ENDED}`,
  removeEvents: sql<OfTask>`delete from events where task_id = ${'taskId'}`,
  caches: sql<
    object,
    Columns<'cached_answers', 'cache'>
  >`select distinct cache from cached_answers order by cache`,
  removeAnswer: sql<{ cache: string; number: E164 }>`
    delete from cached_answers where cache = ${'cache'} and number = ${'number'}`,
  replaysOf: sql<OfAccount, Columns<'replays', 'key' | 'reply'>>`
    select key, reply from replays where account_id = ${'accountId'}`,
  removeReplay: sql<OfAccount & { key: string }>`
    delete from replays where account_id = ${'accountId'} and key = ${'key'}`,
  lockPlaces: replayQueries.lockPlaces,
  givePlaces: replayQueries.givePlaces,
  lockAccount: tokenQueries.lockAccount,
  lockTasks: sql<OfAccount>`update task_accounts set account_id = account_id where account_id = ${'accountId'}`,
  removeReplays: removeFrom('replays'),
  removeReplayCount: removeFrom('replay_accounts'),
  removeSingleAnswers: removeFrom('single_answers'),
  /** Locks its holds too. No write that begins later keeps the answer of a check from before, see `singleAnswerQueries`. */
  markErased: sql<OfAccount>`update balances set is_erased = 1 where account_id = ${'accountId'}`,
  /**
   * The daily counts of its tokens, under their ids or as the server names them. Today's is locked before older ones, as by a caller that
   * begins a day and forgets a month-old one.
   */
  removeCounts: sql<OfAccount>`
    delete from spending where (budget, day) in (
      select old.budget, old.day from spending as old where old.budget in (
        select token_id from tokens where account_id = ${'accountId'}
        union all select 'token ' || token_id from tokens where account_id = ${'accountId'})
      order by old.budget, old.day desc ${FOR_UPDATE})`,
  /** Closed holds stay with the ledger; the answers that they keep do not. */
  forgetAnswers: sql<OfAccount>`
    update holds set answer = null where account_id = ${'accountId'} and answer is not null`,
  removeAccount: TABLES_OF_ACCOUNTS.map((table) => ({ table, remove: removeFrom(table) })),
};
