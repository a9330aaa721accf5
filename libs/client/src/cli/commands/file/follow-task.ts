import type { Task } from '../../../api/api.js';
import { isDialproofError } from '../../../dialproof-error.js';
import { hasEnded } from '../../../tasks/follow-task.js';
import type { TaskHandle } from '../../../tasks/task-handle.js';
import type { Host } from '../../host.js';
import type { LocalService } from '../../local/local-service.js';
import { progressOf } from '../../terminal/progress.js';

/**
 * Shows the progress of a task until it has ended. If it is interrupted, it prints how to come back. Without a server, an interrupt stops
 * the task, and this resolves to the ended task.
 */
export async function followTask(
  handle: TaskHandle,
  { local }: { readonly local: LocalService | undefined },
  host: Host,
): Promise<Task> {
  const progress = progressOf(host, 'rows');
  try {
    return await handle.waitForEnd({
      signal: host.signal,
      onProgress: (task) => {
        if (!hasEnded(task) || task.processed > 0) progress.show(task.processed, task.total, noteOf(task));
      },
    });
  } catch (error) {
    progress.stop();
    if (local !== undefined) {
      if (!host.signal.aborted) throw error;
      host.stderr.write(STOPPING);
      return await stopped(handle);
    }
    host.stderr.write(
      `The task continues at the server. Come back to it with:\n  dialproof watch ${handle.id}\n  dialproof download ${handle.id}\n`,
    );
    throw error;
  } finally {
    progress.stop();
  }
}

const STOPPING =
  'Stopping: what was verified is written once the calls under way have ended.\nCtrl+C again gives it up.\n';

async function stopped(handle: TaskHandle): Promise<Task> {
  try {
    await handle.cancel();
  } catch (error) {
    // The task ended before the signal.
    if (!isDialproofError(error, 'task_has_ended')) throw error;
  }
  return handle.waitForEnd();
}

/** The text in place of the time left; undefined while the task makes progress. */
function noteOf({ status, waiting }: Task): string | undefined {
  if (waiting !== null) {
    const nextTry = waiting.next_try_at === null ? '' : `, next try ${waiting.next_try_at.slice(11, 19)} UTC`;
    return `waits (${waiting.reason})${nextTry}`;
  }
  return status === 'queued' ? 'queued' : undefined;
}
