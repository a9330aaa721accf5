import { DialproofError } from '../errors.js';
import { linkSignals } from '../linked-signal.js';
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

/** Ends, besides with the task, when the service closes: the store may be gone after that, so it is not asked once more. */
export function watchTask(
  settings: BatchSettings,
  request: TaskRequest & { readonly signal?: AbortSignal },
  closing: AbortSignal,
): AsyncIterableIterator<Task, void, undefined> {
  const left = new AbortController();
  const states = taskStates(settings, request, [closing, left.signal]);
  return {
    next: () => states.next(),
    return() {
      // A generator takes no notice of being left while it waits.
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
  request: TaskRequest & { readonly signal?: AbortSignal },
  endings: readonly AbortSignal[],
): AsyncGenerator<Task, void, undefined> {
  if (request.signal?.aborted) return;
  let notice = newNotice();
  const changed = (): void => notice.arrive();
  const stopWatching = settings.watchers.add(request.taskId, changed);
  const over = linkSignals(request.signal, ...endings);
  over.signal.addEventListener('abort', changed);
  try {
    let last: Task | undefined;
    do {
      const task = await findTask(settings, request);
      if (last === undefined || task.processed !== last.processed || task.status !== last.status) yield task;
      if (hasEnded(task.status) || over.signal.aborted) return;
      last = task;
      const cancelLook = settings.clock.schedule(LOOK_AGAIN_MS, changed);
      await notice.arrived;
      cancelLook();
      notice = newNotice();
    } while (!over.signal.aborted);
  } finally {
    stopWatching();
    over.unlink();
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
