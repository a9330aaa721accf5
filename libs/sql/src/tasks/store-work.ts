import type { SqlWriteSession } from '../database.js';
import type { MeasuredTime } from '../time/database-time.js';
import type { AddChunks } from './chunk-inserts.js';
import type { TaskLocks } from './locks.js';
import type { TaskQueries } from './queries/task-queries.js';

/** One write of the task store, with the parts that its steps need. */
export interface StoreWork {
  readonly session: SqlWriteSession;
  readonly queries: TaskQueries;
  readonly locks: TaskLocks;
  readonly addChunks: AddChunks;
  readonly time: MeasuredTime;
  /** Makes the token of a lease. It is unique and cannot be guessed. */
  readonly newToken: () => string;
  /** The store's time, by which leases and pauses are measured. */
  readonly now: number;
  /** The wall clock's time, which tasks show. */
  readonly wallNow: number;
}

/** What a write of the task store can ask for before it knows the time. */
export type Asking = Pick<StoreWork, 'session' | 'queries'>;

/** Runs a change in a write. `ask` goes to the server together with the beginning, where that is far away. */
export type WriteTasks = <Asked, Result>(
  ask: (asking: Asking) => Promise<Asked>,
  change: (work: StoreWork, asked: Asked) => Promise<Result>,
) => Promise<Result>;

/** For a write that asks for nothing before it knows the time. */
export async function askNothing(): Promise<void> {}

/** Follows what has changed of a task or of its chunks. Does nothing to a task that has ended and to a draft. */
export async function refreshTask({ session, queries, now }: StoreWork, taskId: string): Promise<void> {
  const task = await session.first(queries.refresh, { taskId, now });
  if (task !== undefined) await session.change(queries.refreshAccount, { accountId: task.account_id });
}

/** Follows what has changed for all unfinished tasks of an account. */
export async function refreshAccount({ session, queries, now }: StoreWork, accountId: string): Promise<void> {
  await session.change(queries.refreshTasksOf, { accountId, now });
  await session.change(queries.refreshAccount, { accountId });
}

/** Puts a queued task behind the others of its account. */
export async function joinLine(work: StoreWork, taskId: string, accountId: string): Promise<void> {
  await work.session.change(work.queries.takePlace, { taskId });
  await work.session.change(work.queries.joinLine, { accountId });
  await refreshTask(work, taskId);
}

/** The driver's Buffer as a plain Uint8Array, as other stores return it. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
