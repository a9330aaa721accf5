import {
  type AccountId,
  assertOptionNames,
  decodeNumberChunk,
  type E164,
  type TaskId,
} from '@dialproof/core';
import type { SqlDatabase, SqlWork } from '../../database.js';
import { erasureQueries } from './erasure-queries.js';

export interface SqlErasureOptions {
  readonly database: SqlDatabase;
}

/** The outcome for a task. `unfinished`: it has not ended, and nothing of it was erased. */
export type TaskErasure = 'erased' | 'unfinished' | 'unknown';

/** The outcome for an account. */
export interface AccountErasure {
  /** Whether all of its data is gone. */
  readonly isErased: boolean;
  readonly erasedTasks: number;
  /** The erased requests with an `Idempotency-Key`, answered or not. */
  readonly erasedRequests: number;
  readonly erasedTokens: number;
  readonly erasedWebhooks: number;
  /** Whether the account itself was kept here until now. A repeat finds it gone, and so is an account that a host keeps elsewhere. */
  readonly wasRegistered: boolean;
  /** Tasks that have not ended. They and the account are still there. Cancel them and call again. */
  readonly unfinishedTasks: readonly TaskId[];
}

/**
 * Erases the data of a task or an account. Afterwards neither the database nor its log holds a byte of it. The ledger's entries stay:
 * they carry the account's id, amounts and notes, and no number. Observations stay too: they belong to a number and to no account.
 * Each method may be repeated, also after a failure. Code: `storage_unavailable`, also if the log cannot be emptied because another
 * process reads or writes for too long. Deleted data stays deleted then, and a repeat empties the log.
 */
export class SqlErasure {
  readonly #database: SqlDatabase;

  constructor(options: SqlErasureOptions) {
    assertOptionNames('SqlErasure', options, { database: true });
    this.#database = options.database;
  }

  /**
   * Erases a task that has ended: its rows, results and file name, the kept replies that show it, and the cached answers about its
   * numbers.
   */
  async eraseTask(taskId: TaskId): Promise<TaskErasure> {
    const outcome = await this.#removeTask(taskId, (accountId) => this.#replaysThatShow(taskId, accountId));
    if (outcome !== 'unfinished') await this.#database.emptyLog();
    return outcome;
  }

  /**
   * Erases an account with all of its tasks, lists, suppressed numbers, answers of single checks, tokens, webhooks and requests with an
   * `Idempotency-Key`. Suspend it first, so that nothing is added meanwhile: a request that is under way is refused when its body is whole,
   * and what is answered later is not kept, if the account has its credits here. On a server, an answer stays if
   * the write that keeps it began before the erasure and ends after it. If some tasks have not ended, the ended tasks and all requests are
   * erased, and the account stays. A repeat, also for an account that is gone, erases what it still finds.
   */
  async eraseAccount(accountId: AccountId): Promise<AccountErasure> {
    const tasks = await this.#database.read.rows(erasureQueries.tasksOf, { accountId });
    // The table holds ids of tasks.
    const taskIds = tasks.map(({ task_id }) => task_id as TaskId);
    const unfinishedTasks: TaskId[] = [];
    // Removes all at once. Looking for each task in each reply would take a step for every pair.
    const repliesFirst = await this.#removeReplays(accountId);
    for (const taskId of taskIds) {
      if ((await this.#removeTask(taskId)) === 'unfinished') unfinishedTasks.push(taskId);
    }
    const removed = unfinishedTasks.length === 0 ? await this.#removeAccount(accountId) : undefined;
    if (removed !== undefined) await this.#removeSingleAnswers(accountId);
    await this.#database.emptyLog();
    const rows = (table: string) => removed?.get(table) ?? 0;
    return {
      isErased: removed !== undefined,
      erasedTasks: taskIds.length - unfinishedTasks.length,
      erasedRequests: repliesFirst + rows('replays'),
      erasedTokens: rows('tokens'),
      erasedWebhooks: rows('webhooks'),
      wasRegistered: rows('accounts') > 0,
      unfinishedTasks,
    };
  }

  /** `findReplays` finds the keys of the account's requests whose answers are removed with the task. */
  async #removeTask(
    taskId: TaskId,
    findReplays: (accountId: string) => Promise<readonly string[]> = async () => [],
  ): Promise<TaskErasure> {
    const task = await this.#database.read.first(erasureQueries.findTask, { taskId });
    if (task === undefined) return 'unknown';
    if (!task.has_ended) return 'unfinished';
    const { account_id: accountId } = task;
    await this.#removeAnswers(taskId);
    const keys = await findReplays(accountId);
    const remove: SqlWork<TaskErasure> = async (session) => {
      if ((await session.change(erasureQueries.removeTask, { taskId })) === 0) return 'unfinished';
      await session.change(erasureQueries.removeEvents, { taskId });
      let count = 0;
      await session.change(erasureQueries.lockPlaces, { accountId });
      for (const key of keys) count += await session.change(erasureQueries.removeReplay, { accountId, key });
      // Otherwise they would count towards the account's limit for ever.
      await session.change(erasureQueries.givePlaces, { accountId, count });
      return 'erased';
    };
    return await this.#database.write(remove);
  }

  async #replaysThatShow(taskId: TaskId, accountId: string): Promise<readonly string[]> {
    const replays = await this.#database.read.rows(erasureQueries.replaysOf, { accountId });
    return replays.flatMap(({ key, reply }) =>
      reply !== null && Buffer.from(reply).includes(taskId) ? [key] : [],
    );
  }

  /** Resolves to the number of requests. */
  #removeReplays(accountId: AccountId): Promise<number> {
    return this.#database.write(async (session) => {
      // In the order of locks.
      await session.change(erasureQueries.removeReplayCount, { accountId });
      const removed = await session.change(erasureQueries.removeReplays, { accountId });
      // In a write before the one that removes answers: no write that begins in between keeps an answer.
      await session.change(erasureQueries.markErased, { accountId });
      return removed;
    });
  }

  /** Once more: a write that began before the account was marked may have kept an answer after the first removal. */
  async #removeSingleAnswers(accountId: AccountId): Promise<void> {
    await this.#database.write((session) =>
      session.change(erasureQueries.removeSingleAnswers, { accountId }),
    );
  }

  /** Removes a chunk at a time: a file may have 100,000 numbers, and others write too. */
  async #removeAnswers(taskId: TaskId): Promise<void> {
    const caches = await this.#database.read.rows(erasureQueries.caches, {});
    if (caches.length === 0) return;
    for (let index = 0; ; index += 1) {
      const row = await this.#database.read.first(erasureQueries.chunk, { taskId, index });
      if (row === undefined) return;
      const numbers = numbersOf(row.chunk).toSorted();
      await this.#database.write(async (session) => {
        for (const { cache } of caches) {
          for (const number of numbers) await session.change(erasureQueries.removeAnswer, { cache, number });
        }
      });
    }
  }

  /** Resolves to the number of removed rows by table. Resolves to undefined and changes nothing if a task was added meanwhile. */
  #removeAccount(accountId: AccountId): Promise<ReadonlyMap<string, number> | undefined> {
    return this.#database.write(async (session) => {
      await session.change(erasureQueries.lockAccount, { accountId });
      await session.change(erasureQueries.lockTasks, { accountId });
      if ((await session.first(erasureQueries.tasksOf, { accountId })) !== undefined) return undefined;
      const removed = new Map<string, number>();
      for (const { remove, table } of erasureQueries.removeAccount) {
        // In the order of locks.
        if (table === 'tokens') {
          await session.change(erasureQueries.markErased, { accountId });
          await session.change(erasureQueries.forgetAnswers, { accountId });
          // While its tokens say which they are.
          await session.change(erasureQueries.removeCounts, { accountId });
        }
        removed.set(table, await session.change(remove, { accountId }));
      }
      return removed;
    });
  }
}

/** A damaged chunk gives no numbers, so that the rest of its task can be erased. */
function numbersOf(chunk: Uint8Array): readonly E164[] {
  try {
    return decodeNumberChunk(chunk).numbers.filter((number) => number !== undefined);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
