import { hasEnded, type Task } from '@dialproof/core';
import { wireTask } from '../operations/tasks/task-shape.js';

/** Milliseconds that a client waits before it connects again. */
const RETRY_MS = 2_000;

/** The beginning of an event stream: it flushes the headers and sets the client's delay before it connects again. */
export const RETRY_LINE = `retry: ${RETRY_MS}\n\n`;

/** A comment line, which clients skip. */
export const HEARTBEAT = ':\n\n';

/**
 * The id of a task's state. It depends only on the task, so a state has the same id on every server. States with the same id are equal for
 * a client: a retry that has any effect changes the count of failed checks or of processed rows.
 */
export function stateId({
  status,
  processed,
  checksFailed,
  waiting,
}: Pick<Task, 'status' | 'processed' | 'checksFailed' | 'waiting'>): string {
  const failed = checksFailed === 0 ? '' : `-failed-${checksFailed}`;
  const until = waiting === null ? '' : `-waiting-${waiting.nextTryAt}`;
  return `${status}-${processed}${failed}${until}`;
}

/** The state as an event (WHATWG HTML, 9.2): `end` for a task that has ended, else `progress`. */
export function taskEvent(task: Task): string {
  const name = hasEnded(task.status) ? 'end' : 'progress';
  // JSON escapes line ends, so the data is one line.
  return `id: ${stateId(task)}\nevent: ${name}\ndata: ${JSON.stringify(wireTask(task))}\n\n`;
}
