import type { AccountId } from '@dialproof/core';
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

interface WantedTurn {
  readonly finishAlone: boolean;
  /** Whether to wait for another write if all accounts are locked. */
  readonly mayWait: boolean;
  /** Accounts that are passed over. Default none. */
  readonly except: readonly AccountId[] | undefined;
}

/**
 * Locks of rows. A write that changes the tasks of an account first locks the account's row in the line of accounts, before any row of a
 * task. So the rows that it has read stay valid until its end, and there are no deadlocks.
 */
export class RowLocks implements TaskLocks {
  /** Claims the next chunks of the account of {@link nextTurn} if its next task is to be checked. */
  readonly takeChunks: TakeQueries['takeChunks'];
  readonly #queries: LockQueries;

  constructor(queries: LockQueries & TakeQueries) {
    this.#queries = queries;
    this.takeChunks = queries.takeChunks;
  }

  async account(session: SqlSession, taskId: string): Promise<void> {
    if ((await session.first(this.#queries.lockAccount, { taskId })) !== undefined) return;
    // For the first task of an account, its row has to be added before it can be locked.
    const added = await session.change(this.#queries.addAccount, { taskId });
    if (added === 0) await session.first(this.#queries.lockAccount, { taskId });
  }

  async accountOfId(session: SqlSession, accountId: string): Promise<void> {
    await session.change(this.#queries.lockAccountOfId, { accountId });
  }

  /** Locks the outage. False if there is none, which this write may then see begin. */
  async outage(session: SqlSession): Promise<boolean> {
    return (await session.first(this.#queries.lockOutage, {})) !== undefined;
  }

  /** The task whose turn it is, with its account locked. */
  async nextTurn(
    session: SqlSession,
    { except = [], finishAlone, mayWait }: WantedTurn,
  ): Promise<NextTurn | undefined> {
    const { lockNext, lockNextToFinish, awaitNext, awaitNextToFinish } = this.#queries;
    const free = await session.first(finishAlone ? lockNextToFinish : lockNext, { except });
    const next =
      free ??
      (mayWait ? await session.first(finishAlone ? awaitNextToFinish : awaitNext, { except }) : undefined);
    if (next === undefined) return undefined;
    const { account_id: accountId, is_only: isOnly, step, task_id: taskId } = next;
    return { accountId, taskId, step: step === 'finish' ? 'finish' : 'check', isOnly };
  }

  /** A draft or a retry with an ended lease that no other write has locked. */
  async nextGivenUp({ session, now }: StoreWork): Promise<string | undefined> {
    return (await session.first(this.#queries.lockGivenUp, { now }))?.task_id;
  }

  /** Updates the readiness of rows that have become due. */
  async refreshDue({ session, queries, now }: StoreWork): Promise<void> {
    for (const { account_id: accountId } of await session.rows(this.#queries.lockDueAccounts, { now })) {
      await session.change(this.#queries.refreshDueOf, { accountId, now });
      await session.change(queries.refreshAccount, { accountId });
    }
  }
}
