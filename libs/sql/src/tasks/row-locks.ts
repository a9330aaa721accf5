import type { SqlSession } from '../database.js';
import type { Claimable } from './claimable.js';
import type { TaskLocks } from './locks.js';
import type { LockQueries } from './queries/lock-queries.js';
import type { TakeQueries } from './queries/take-queries.js';
import type { StoreWork } from './store-work.js';

/** The task whose turn it is, and its account. */
export type NextTurn = NonNullable<Claimable['next']> & {
  readonly accountId: string;
  /** Whether nothing else can be claimed than chunks of this account: those are one statement. */
  readonly isOnly: boolean;
};

/**
 * Locks of rows. Whatever becomes of the tasks of an account is decided behind the lock of its row in the line of accounts, which is taken
 * before any row of a task: so what a write reads of them stays true until its end, and no two writes wait for each other in a circle.
 */
export class RowLocks implements TaskLocks {
  /** Claims the next chunks of the account of {@link nextTurn}, where its next task is to be checked. */
  readonly takeChunks: TakeQueries['takeChunks'];
  readonly #queries: LockQueries;

  constructor(queries: LockQueries & TakeQueries) {
    this.#queries = queries;
    this.takeChunks = queries.takeChunks;
  }

  async account(session: SqlSession, taskId: string): Promise<void> {
    if ((await session.first(this.#queries.lockAccount, { taskId })) !== undefined) return;
    // The first task of an account: its row has to be there to be locked.
    const added = await session.change(this.#queries.addAccount, { taskId });
    if (added === 0) await session.first(this.#queries.lockAccount, { taskId });
  }

  async allAccounts(session: SqlSession): Promise<void> {
    await session.rows(this.#queries.lockAllAccounts, {});
  }

  async outage(session: SqlSession): Promise<void> {
    await session.first(this.#queries.lockOutage, {});
  }

  /** The task whose turn it is, with its account locked. `mayWait`: for another write, where all accounts are locked. */
  async nextTurn(
    session: SqlSession,
    { finishAlone, mayWait }: { readonly finishAlone: boolean; readonly mayWait: boolean },
  ): Promise<NextTurn | undefined> {
    const { lockNext, lockNextToFinish, awaitNext, awaitNextToFinish } = this.#queries;
    const free = await session.first(finishAlone ? lockNextToFinish : lockNext, {});
    const next =
      free ?? (mayWait ? await session.first(finishAlone ? awaitNextToFinish : awaitNext, {}) : undefined);
    if (next === undefined) return undefined;
    const { account_id: accountId, is_only: isOnly, step, task_id: taskId } = next;
    return { accountId, taskId, step: step === 'finish' ? 'finish' : 'check', isOnly };
  }

  /** A draft or a retry whose lease has ended, that no other write is at. */
  async nextGivenUp({ session, now }: StoreWork): Promise<string | undefined> {
    return (await session.first(this.#queries.lockGivenUp, { now }))?.task_id;
  }

  /** Looks again at what has become due. */
  async refreshDue({ session, queries, now }: StoreWork): Promise<void> {
    for (const { account_id: accountId } of await session.rows(this.#queries.lockDueAccounts, { now })) {
      await session.change(this.#queries.refreshDueOf, { accountId, now });
      await session.change(queries.refreshAccount, { accountId });
    }
  }
}
