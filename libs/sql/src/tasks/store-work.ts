import { type AccountUsage, type Lease, utcDayOf } from '@dialproof/core';
import type { SqlSession, SqlWriteSession } from '../database.js';
import type { MeasuredTime } from '../time/database-time.js';
import { queries } from './queries/task-queries.js';

/** One write of the task store, with the parts that its steps need. */
export interface StoreWork {
  readonly session: SqlWriteSession;
  /** Whether writes come one after another, as in a file: then none locks anything. */
  readonly isAlone: boolean;
  readonly time: MeasuredTime;
  /** Makes the token of a lease. It is unique and cannot be guessed. */
  readonly newToken: () => string;
  /** The store's time, by which leases and pauses are measured. */
  readonly now: number;
  /** The wall clock's time, which tasks show. */
  readonly wallNow: number;
}

/** Locks a task, and its account before it. */
export async function lockTask({ isAlone, session }: StoreWork, taskId: string): Promise<void> {
  if (isAlone) return;
  // The account of a first draft is not in the line yet, and may join it before the task is locked.
  const known = await session.first(queries.lockAccountOf, { taskId });
  if (known === undefined) await session.change(queries.addAccountOf, { taskId });
  await session.first(queries.lockTask, { taskId });
}

/** Updates what can be claimed after a change of a task or of its chunks. Does nothing to a task that has ended and to a draft. */
export async function refreshTask({ session, now }: StoreWork, taskId: string): Promise<void> {
  const task = await session.first(queries.refresh, { taskId, now });
  if (task !== undefined) await session.change(queries.refreshAccount, { accountId: task.account_id });
}

/** The same for all unfinished tasks of an account. */
export async function refreshAccount({ session, now }: StoreWork, accountId: string): Promise<void> {
  await session.change(queries.refreshTasksOf, { accountId, now });
  await session.change(queries.refreshAccount, { accountId });
}

/**
 * The same for the tasks with a lease or a pause that has ended, of accounts that no other write has locked. Resolves to the number of
 * these accounts.
 */
export async function refreshDue({ session, now }: StoreWork): Promise<number> {
  const accounts = await session.rows(queries.dueAccounts, { now });
  for (const { account_id: accountId } of accounts) {
    await session.change(queries.refreshDueOf, { accountId, now });
    await session.change(queries.refreshAccount, { accountId });
  }
  return accounts.length;
}

/** Locks an account, which may be new, and resolves to the place behind its tasks. */
export async function joinLine({ session }: StoreWork, accountId: string): Promise<number> {
  const joined = await session.first(queries.joinLine, { accountId });
  if (joined === undefined) throw new Error(`account ${accountId} could not be added to the line`);
  return joined.last_task_turn;
}

/** The driver's Buffer as a plain Uint8Array, as other stores return it. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The usage of the store by an account, and the tasks that it has queued today. */
export async function usageOf(
  { session, now }: { readonly session: SqlSession; readonly now: number },
  accountId: string,
): Promise<AccountUsage> {
  const { day, endsInMs } = utcDayOf(now);
  const usage = await session.first(queries.usage, { accountId, day });
  return {
    unfinishedTasks: usage?.unfinished_tasks ?? 0,
    storedBytes: usage?.stored_bytes ?? 0,
    tasksToday: usage?.tasks_of_day ?? 0,
    dayEndsInMs: endsInMs,
  };
}

export async function extendLease(work: StoreWork, lease: Lease, leaseMs: number): Promise<boolean> {
  const { session, time } = work;
  const { taskId, chunkIndex, token } = lease;
  const leaseUntil = time.after(leaseMs);
  const extended =
    chunkIndex === null
      ? await session.change(queries.extendTaskLease, { taskId, token, leaseUntil })
      : await session.change(queries.extendChunkLease, { taskId, chunkIndex, token, leaseUntil });
  if (extended > 0) await refreshTask(work, taskId);
  return extended > 0;
}

export async function giveBack(work: StoreWork, lease: Lease, retryAfterMs: number): Promise<void> {
  const { session, time } = work;
  const { taskId, chunkIndex, token } = lease;
  const freeAt = time.after(retryAfterMs);
  const given =
    chunkIndex === null
      ? await session.change(queries.giveBackTask, { taskId, token, freeAt })
      : await session.change(queries.giveBackChunk, { taskId, chunkIndex, token, freeAt });
  if (given > 0) await refreshTask(work, taskId);
}
