import { beginWait } from '../async/wait.js';
import type { TaskId } from '../model/identifiers.js';
import type { Clock } from '../ports/clock.js';
import type { TaskQueue } from '../ports/task-queue.js';
import type { FailureReporter } from '../reports/failure-reporter.js';

/** The longest time that an uploader waits for the queue. */
const LONGEST_WAKE_MS = 1_000;

/** Notifies the queue of a task. Resolves when the queue has answered, failed or taken too long; the latter two are reported. */
export async function wakeQueue(
  queue: TaskQueue,
  taskId: TaskId,
  { clock, reporter }: { readonly clock: Clock; readonly reporter: FailureReporter },
): Promise<void> {
  const wait = beginWait({ timeout: { clock, ms: LONGEST_WAKE_MS } });
  void wake(queue, taskId)
    .catch((error: unknown) => reporter.report('queue_failed', error))
    .finally(wait.wake);
  if ((await wait.ended) === 'timed_out') {
    reporter.report('queue_failed', new Error(`the queue did not answer within ${LONGEST_WAKE_MS} ms`));
  }
}

/** A queue is the host's code: it may throw where it should reject. */
async function wake(queue: TaskQueue, taskId: TaskId): Promise<void> {
  await queue.wake(taskId);
}
