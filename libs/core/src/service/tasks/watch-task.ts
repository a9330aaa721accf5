import { linkSignals } from '../../async/linked-signal.js';
import { beginWait, type Wait } from '../../async/wait.js';
import { findTask, type TaskRequest } from '../../batch/account-tasks.js';
import type { BatchSettings } from '../../batch/batch-settings.js';
import { hasEnded, type Task } from '../../model/task.js';

/** How long to wait for a notification before polling: another process may do the work. */
const POLL_MS = 1_000;

export interface WatchRequest extends TaskRequest {
  /** Ends the watch. */
  readonly signal?: AbortSignal;
}

/** Yields the states of a task until it ends or the service closes. The store may be closed by then, so the task is not read again. */
export function watchTask(
  settings: BatchSettings,
  request: WatchRequest,
  closing: AbortSignal,
): AsyncIterableIterator<Task, void, undefined> {
  const left = new AbortController();
  const states = taskStates(settings, request, [closing, left.signal]);
  return {
    next: () => states.next(),
    return() {
      // A waiting generator does not notice that its consumer has left.
      left.abort();
      return states.return();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function* taskStates(
  settings: BatchSettings,
  request: WatchRequest,
  endings: readonly AbortSignal[],
): AsyncGenerator<Task, void, undefined> {
  if (request.signal?.aborted) return;
  const over = linkSignals(request.signal, ...endings);
  const newWait = (): Wait =>
    beginWait({ timeout: { clock: settings.clock, ms: POLL_MS }, signal: over.signal });
  // The wait begins before the task is read, so that no change is missed.
  let wait = newWait();
  const stopListening = settings.changes.listen(request.taskId, () => wait.wake());
  try {
    let last: Task | undefined;
    do {
      const task = await findTask(settings, request);
      if (last === undefined || hasChanged(last, task)) yield task;
      if (hasEnded(task.status) || over.signal.aborted) return;
      last = task;
      await wait.ended;
      wait = newWait();
    } while (!over.signal.aborted);
  } finally {
    stopListening();
    wait.wake();
    over.unlink();
  }
}

function hasChanged(last: Task, task: Task): boolean {
  return (
    task.processed !== last.processed ||
    task.status !== last.status ||
    task.waiting?.since !== last.waiting?.since ||
    task.waiting?.nextTryAt !== last.waiting?.nextTryAt
  );
}
