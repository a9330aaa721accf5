import { hasEnded, type Task } from '@dialproof/core';
import { wireTask } from './wire-shapes.js';

/** How long a client waits before it connects again, in milliseconds. */
const RETRY_MS = 2_000;

/** What an event stream begins with, so that its headers go out and the client knows when to come again. */
export const RETRY_LINE = `retry: ${RETRY_MS}\n\n`;

/** A line that clients skip. */
export const HEARTBEAT = ':\n\n';

/**
 * The name of a task's state. It is made of what a watch goes by, status and progress, and of nothing that a server adds: one state has
 * the same id wherever and whenever it is sent, and a task is never twice in one.
 */
export function stateId({ status, processed }: Pick<Task, 'status' | 'processed'>): string {
  return `${status}-${processed}`;
}

/** The state as an event (WHATWG HTML, 9.2): `end` when nothing comes after it, else `progress`. */
export function taskEvent(task: Task): string {
  const name = hasEnded(task.status) ? 'end' : 'progress';
  // JSON has its line ends escaped, so the data is one line.
  return `id: ${stateId(task)}\nevent: ${name}\ndata: ${JSON.stringify(wireTask(task))}\n\n`;
}
