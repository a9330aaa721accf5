import { InProcessTaskQueue, type ReportedFailure, type TaskQueue } from '@dialproof/core';
import type { Settings } from '../settings/settings.js';
import type { OpenDatabase } from '../storage/storage.js';

/** The longest time until a process finds the work of other processes in PostgreSQL. Each poll is one claim. */
const MAX_IDLE_MS = 500;

/**
 * Makes the queue of a process, over Redis if the settings name it. Redis does not have to be reachable yet. Null for a process that neither
 * works on files nor has a way to wake others: workers find its files in PostgreSQL.
 */
export async function createQueue(
  {
    redisPrefix: prefix,
    redisUrl,
    workers: concurrency,
  }: Pick<Settings, 'redisPrefix' | 'redisUrl' | 'workers'>,
  { postgres }: Pick<OpenDatabase, 'postgres'>,
  onError: (failure: ReportedFailure) => void,
): Promise<TaskQueue | null> {
  if (redisUrl !== null) {
    // Loaded only here, since loading takes longer than the rest of a start.
    const { BullMqTaskQueue } = await import('@dialproof/bullmq');
    return new BullMqTaskQueue({ connection: redisUrl, prefix, concurrency, onError });
  }
  if (postgres === null) return new InProcessTaskQueue({ concurrency });
  return concurrency === 0 ? null : new InProcessTaskQueue({ concurrency, maxIdleMs: MAX_IDLE_MS });
}
