import assert from 'node:assert/strict';
import type { RetryContents, TaskId, TaskRetry, TaskStore } from '@dialproof/core';
import { LEASE_MS } from './sample-task.js';

/** A finished task's only chunk with the number open again whose check had failed. */
export const REOPENED: RetryContents = {
  heldCredits: 1,
  reopened: [{ chunkIndex: 0, statuses: Uint8Array.of(0, 2, 254) }],
};
/** Begins a retry, and expects that to be possible. */
export async function beginRetry(store: TaskStore, taskId: TaskId): Promise<TaskRetry> {
  const retry = await store.beginRetry(taskId, LEASE_MS);
  assert.ok(retry !== undefined, 'no retry was begun');
  return retry;
}
