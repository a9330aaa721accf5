import type { Task } from '../api/api.js';

/** Whether a task is done or failed. Only a retry changes it then. */
export function hasEnded({ status }: Pick<Task, 'status'>): boolean {
  return status === 'done' || status === 'failed';
}
