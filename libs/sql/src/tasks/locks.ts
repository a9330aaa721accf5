import type { SqlSession } from '../database.js';

/** The locks that a write takes first, where writes run side by side. */
export interface TaskLocks {
  /** Waits until no other write is at a task of this task's account. */
  account(session: SqlSession, taskId: string): Promise<void>;
  /** Waits until no other write is at a task of any account. */
  allAccounts(session: SqlSession): Promise<void>;
}

/** For a database whose writes come one after another. */
export const NO_LOCKS: TaskLocks = {
  async account() {},
  async allAccounts() {},
};
