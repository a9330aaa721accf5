import { beginWait } from '../../async/wait.js';
import { findTask, type TaskRequest } from '../../batch/account-tasks.js';
import type { WorkSettings } from '../../batch/batch-settings.js';
import { doWorkOf } from '../../batch/work/work.js';
import { DialproofError } from '../../model/errors.js';
import { hasEnded, type Task } from '../../model/task.js';

/**
 * How long a cancel waits for the task's end. Running calls may still answer, since they are paid for, and other processes notice the
 * cancel within a third of a lease.
 */
const WAIT_MS = 2_000;

/** How long to wait for a notification before polling: another process may do the work. */
const POLL_MS = 250;

/** Stops a task and resolves to it. Usually it has ended by then; if its last calls are still running, it ends soon after. */
export async function cancelTask(
  settings: WorkSettings,
  request: TaskRequest,
  closing: AbortSignal,
): Promise<Task> {
  const task = await findTask(settings, request);
  if (hasEnded(task.status)) return assertCancelled(task);
  const { taskId } = request;
  await settings.store.fail(taskId, 'cancelled');
  settings.endings.notify(taskId);
  return await untilEnded(settings, request, closing);
}

async function untilEnded(settings: WorkSettings, request: TaskRequest, closing: AbortSignal): Promise<Task> {
  const { changes, clock } = settings;
  const giveUpAt = clock.elapsed() + WAIT_MS;
  for (;;) {
    const retryAfterMs = await doWorkOf(settings, request.taskId, closing);
    const task = await findTask(settings, request);
    const leftMs = giveUpAt - clock.elapsed();
    if (hasEnded(task.status)) return assertCancelled(task);
    if (leftMs <= 0 || closing.aborted) return task;
    const wait = beginWait({ timeout: { clock, ms: Math.min(leftMs, retryAfterMs ?? leftMs, POLL_MS) } });
    const stopListening = changes.listen(request.taskId, wait.wake);
    await wait.ended;
    stopListening();
  }
}

/** Throws `task_has_ended` if another end of the task was decided before it was cancelled. */
function assertCancelled(task: Task): Task {
  if (task.failureReason === 'cancelled') return task;
  throw new DialproofError('task_has_ended', { hint: `the task is ${task.status} already` });
}
