import type { AccountBounds, AccountUsage } from '../../model/accounts.js';
import type { AccountId } from '../../model/identifiers.js';
import type { Task } from '../../model/task.js';
import type { Lease, RetryContents, TaskContents } from '../task-store.js';

/**
 * Bounds the tasks and bytes of an account in a task store: an optional part of it, over the same tasks. The methods that queue a task
 * count and queue in one atomic step, so concurrent calls together never exceed a bound.
 */
export interface BoundedTasks {
  /** The usage of the account; no tasks and no bytes for an unknown account. */
  usage(accountId: AccountId): Promise<AccountUsage>;

  /**
   * As {@link TaskStore.enqueue}, unless the account would then exceed the bounds. In that case it rejects, with `too_many_requests` for
   * the tasks of the day and for unfinished ones, otherwise with `stored_bytes_exceeded`, and the draft stays unchanged. A repeat on a task
   * resolves to it, whatever the bounds, and counts nothing.
   */
  enqueueWithin(lease: Lease, contents: TaskContents, bounds: AccountBounds): Promise<Task>;

  /**
   * As {@link TaskStore.resume}, unless the account would then have more unfinished tasks than the bound. In that case it rejects with
   * `too_many_requests`, and the retry stays begun. Stored bytes and the tasks of the day are not compared, since a retry adds none. A
   * repeat on a task that was resumed by this lease resolves to it, whatever the bounds.
   */
  resumeWithin(lease: Lease, contents: RetryContents, bounds: AccountBounds): Promise<Task>;
}
