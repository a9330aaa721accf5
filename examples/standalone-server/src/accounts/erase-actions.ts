import type { AccountId, TaskId } from '@dialproof/core';
import { SqlErasure } from '@dialproof/sql';
import type { RecordAction } from '../audit/operator-audit.js';
import { counted } from '../commands/counted.js';
import { StartRefusal } from '../settings/start-refusal.js';
import type { Storage } from '../storage/storage.js';

/**
 * Suspends an account and erases it. Unfinished tasks are cancelled, which needs a running server: then it rejects with StartRefusal, in a
 * sentence that says to run it again.
 */
export async function eraseAccount(
  { accounts, database, store }: Storage,
  id: AccountId,
  record: RecordAction,
): Promise<readonly string[]> {
  await accounts.suspend(id);
  const { erasedTasks, isErased, unfinishedTasks } = await new SqlErasure({ database }).eraseAccount(id);
  if (isErased) {
    record({ event: 'account.erased', account: id, tasks: erasedTasks });
    return [
      `Account ${id} is erased, with ${counted(erasedTasks, 'task')}. The entries of its credits stay.`,
    ];
  }
  record({ event: 'account.suspended', account: id });
  for (const taskId of unfinishedTasks) await store.fail(taskId, 'cancelled');
  throw new StartRefusal(
    `Account ${id} is suspended, with ${counted(unfinishedTasks.length, 'unfinished task')} cancelled. ` +
      'Run the same command again once the server has ended what was cancelled.',
  );
}

export async function eraseTask(
  { database }: Storage,
  id: TaskId,
  record: RecordAction,
): Promise<readonly string[]> {
  const outcome = await new SqlErasure({ database }).eraseTask(id);
  if (outcome === 'erased') {
    record({ event: 'task.erased', task: id });
    return [`Task ${id} is erased. The entries of its credits stay.`];
  }
  throw new StartRefusal(
    outcome === 'unknown'
      ? `There is no task ${id} in this data folder.`
      : `Task ${id} has not ended: cancel it, or wait for its end.`,
  );
}
