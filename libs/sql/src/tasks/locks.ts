import type { SqlSession } from '../database.js';

/** The locks that a write takes first if writes run concurrently. */
export interface TaskLocks {
  /** Waits until no other write works on a task of this task's account. */
  account(session: SqlSession, taskId: string): Promise<void>;
  /** Waits until no other write works on a task of this account, which may be new. */
  accountOfId(session: SqlSession, accountId: string): Promise<void>;
}

/** For a database whose writes run one after another. */
export const NO_LOCKS: TaskLocks = {
  async account() {},
  async accountOfId() {},
};
