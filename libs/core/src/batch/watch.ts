import { DialproofError } from '../errors.js';
import { hasEnded, type Task } from '../task.js';
import type { TaskRequest } from '../verification-service.js';
import type { BatchSettings } from './batch-settings.js';

/** How long to wait for a notice before looking again: the work may be done by another process. */
const LOOK_AGAIN_MS = 1_000;

export async function findTask({ store }: BatchSettings, { accountId, taskId }: TaskRequest): Promise<Task> {
  const task = await store.find(taskId);
  // Another account's task and none at all must look the same.
  if (task === undefined || task.accountId !== accountId) throw new DialproofError('task_not_found');
  return task;
}

export async function* watchTask(
  settings: BatchSettings,
  request: TaskRequest & { readonly signal?: AbortSignal },
): AsyncGenerator<Task, void, undefined> {
  const { signal } = request;
  let notice = newNotice();
  const changed = (): void => notice.arrive();
  const stopWatching = settings.watchers.add(request.taskId, changed);
  signal?.addEventListener('abort', changed);
  try {
    let last: Task | undefined;
    while (!signal?.aborted) {
      const task = await findTask(settings, request);
      if (last === undefined || task.processed !== last.processed || task.status !== last.status) yield task;
      if (hasEnded(task.status)) return;
      last = task;
      if (signal?.aborted) return;
      const cancelLook = settings.clock.schedule(LOOK_AGAIN_MS, changed);
      await notice.arrived;
      cancelLook();
      notice = newNotice();
    }
  } finally {
    stopWatching();
    signal?.removeEventListener('abort', changed);
  }
}

interface Notice {
  readonly arrived: Promise<void>;
  arrive(): void;
}

function newNotice(): Notice {
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrived, arrive };
}
