import type { AccountId, TaskId } from '@dialproof/core';
import { type AccountErasure, SqlErasure } from '@dialproof/sql/operations';
import type { RecordAction } from '../audit/open-audit-log.js';
import { counted } from '../command-line/operator-command.js';
import { StartRefusal } from '../settings/start-refusal.js';
import type { Storage } from '../storage/storage.js';

/**
 * Suspends an account and erases it. Unfinished tasks are cancelled, which needs a running server: then it rejects with StartRefusal, in a
 * sentence that says to run it again. An account that is gone is erased again, since a request may have been under way.
 */
export async function eraseAccount(
  { accounts, database, store }: Storage,
  id: AccountId,
  record: RecordAction,
): Promise<readonly string[]> {
  await accounts.suspend(id);
  const erased = await new SqlErasure({ database }).eraseAccount(id);
  const { erasedTasks, isErased, unfinishedTasks } = erased;
  if (isErased) {
    const { erasedRequests, erasedTokens, erasedWebhooks, wasRegistered } = erased;
    if (!wasRegistered && erasedRequests + erasedTasks + erasedTokens + erasedWebhooks === 0) {
      throw new StartRefusal(
        `There is no account "${id}" in this data folder, and nothing that was kept of it.`,
      );
    }
    record({ event: 'account.erased', account: id, tasks: erasedTasks });
    return [sentenceOf(id, erased)];
  }
  record({ event: 'account.suspended', account: id });
  if (erasedTasks > 0) record({ event: 'tasks.erased', account: id, tasks: erasedTasks });
  for (const taskId of unfinishedTasks) await store.fail(taskId, 'cancelled');
  record({ event: 'tasks.cancelled', account: id, tasks: unfinishedTasks.length });
  throw new StartRefusal(
    `Account ${id} is suspended, with ${counted(erasedTasks, 'task')} erased and ${counted(unfinishedTasks.length, 'unfinished task')} cancelled. ` +
      'Run the same command again once the server has ended what was cancelled.',
  );
}

function sentenceOf(id: AccountId, erased: AccountErasure): string {
  const { erasedRequests, erasedTasks, erasedTokens, erasedWebhooks, wasRegistered } = erased;
  const things = [
    counted(erasedTasks, 'task'),
    counted(erasedTokens, 'token'),
    counted(erasedWebhooks, 'webhook'),
    counted(erasedRequests, 'request'),
  ];
  const list = `${things.slice(0, -1).join(', ')} and ${things.at(-1)} with an Idempotency-Key`;
  return wasRegistered
    ? `Account ${id} is erased, with ${list}. The entries of its credits stay.`
    : `There is no account ${id} in this data folder. Erased of it: ${list}.`;
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
