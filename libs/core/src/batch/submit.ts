import { basename } from 'node:path';
import { DialproofError, isDialproofError } from '../errors.js';
import { newTaskId, type TaskId, taskHoldId } from '../identifiers.js';
import { linkSignals } from '../linked-signal.js';
import type { TaskContents, TaskStore } from '../ports/task-store.js';
import { openTable } from '../tables/open-table.js';
import type { Task } from '../task.js';
import type { SubmitRequest } from '../verification-service.js';
import type { BatchSettings } from './batch-settings.js';
import { takeIn } from './file-intake.js';
import { LeaseKeeper } from './lease-keeper.js';

/**
 * Takes a file in: draft, rows, hold, task. Whatever fails on the way undoes what came before it; if the process dies instead, the
 * draft is left behind with its lease, and whoever claims it then does the same.
 */
export async function submitFile(
  settings: BatchSettings,
  request: SubmitRequest,
  closing: AbortSignal,
): Promise<Task> {
  const { clock, ledger, leaseMs, store } = settings;
  const taskId = newTaskId();
  const holdId = taskHoldId(taskId);
  const ended = linkSignals(closing, request.signal);
  let lease: LeaseKeeper | undefined;
  let undo = async (): Promise<void> => undefined;

  const beginDraft = async (): Promise<void> => {
    undo = () => store.discard(taskId);
    const createdAt = clock.now();
    await store.begin({ taskId, accountId: request.accountId, createdAt, leaseUntil: createdAt + leaseMs });
    lease = new LeaseKeeper({ taskId, chunkIndex: null }, settings, () => ended.abort());
  };
  try {
    const table = await openTable(
      { fileName: request.fileName, content: request.content },
      { limits: settings.tableLimits, tempDirectory: settings.tempDirectory, signal: ended.signal },
    );
    const fileName = basename(request.fileName.replaceAll('\\', '/'));
    const { defaultCountry, phoneColumn } = request;
    const intake = { taskId, fileName, phoneColumn, defaultCountry };
    const contents = await takeIn(table, intake, settings, beginDraft);
    ended.signal.throwIfAborted();
    undo = async () => {
      // Without its hold a task would be free. If nobody can say whether there is one, that is left to whoever claims what there is.
      if ((await store.find(taskId)) !== undefined) return;
      await ledger.settle(holdId, 0);
      await store.discard(taskId);
    };
    await ledger.hold({
      holdId,
      accountId: request.accountId,
      credits: contents.heldCredits,
      expiresAt: null,
    });
    return await enqueue(store, taskId, contents);
  } catch (error) {
    const refusal = ended.signal.aborted ? whyEnded(ended.signal.reason, error) : error;
    await undo().catch(settings.onError);
    throw refusal;
  } finally {
    lease?.stop();
    ended.unlink();
  }
}

/** Where the connection breaks before the answer comes, a task may be there all the same. */
async function enqueue(store: TaskStore, taskId: TaskId, contents: TaskContents): Promise<Task> {
  try {
    return await store.enqueue(taskId, contents);
  } catch (error) {
    const task = await store.find(taskId).catch(() => undefined);
    if (task === undefined) throw error;
    return task;
  }
}

/** An upload that was ended fails in whatever step it was in; the caller is told that it was ended. */
function whyEnded(reason: unknown, cause: unknown): DialproofError {
  if (isDialproofError(reason)) return reason;
  return new DialproofError('upload_interrupted', { hint: 'the upload ended before its last byte', cause });
}
