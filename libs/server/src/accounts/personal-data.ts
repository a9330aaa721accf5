import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type AccountId,
  createVerificationService,
  isDialproofError,
  RESULT_COLUMNS,
  type Task,
  type TaskId,
  type VerificationService,
} from '@dialproof/core';
import type { Account } from '@dialproof/sql';
import { type AccountErasure, SqlErasure } from '@dialproof/sql/operations';
import type { RecordAction } from '../audit/open-audit-log.js';
import { counted } from '../command-line/operator-command.js';
import { StartRefusal } from '../settings/setting-variable.js';
import type { Storage } from '../storage/storage.js';
import { EXPORTED_LISTS, exportedAccount, tasksOf } from './exported-records.js';

/**
 * Writes all stored data of an account into a new folder, for its owner only, in constant memory. Rejects with StartRefusal, in a sentence,
 * for an existing folder; a failure leaves nothing.
 */
export async function exportAccount(
  storage: Storage,
  account: Account,
  folder: string,
  record: RecordAction,
): Promise<readonly string[]> {
  await makeFolder(folder);
  try {
    await writeText(join(folder, 'account.json'), [await exportedAccount(storage, account)]);
    for (const [name, lines] of Object.entries(EXPORTED_LISTS)) {
      await writeText(join(folder, `${name}.jsonl`), lines(storage, account.accountId));
    }
    const { tasks, unfinished } = await writeResults(storage, account.accountId, folder);
    record({ event: 'account.exported', account: account.accountId, tasks });
    const notEnded =
      unfinished === 1
        ? 'One of its tasks has not ended: the export lacks its rows.'
        : `${unfinished} of its tasks have not ended: the export lacks their rows.`;
    return [
      `The data of account ${account.accountId} was written, with the results of ${counted(tasks, 'task')}, to:`,
      ...(unfinished === 0 ? [] : [notEnded]),
      folder,
    ];
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new StartRefusal(
      code === 'EEXIST'
        ? `${folder} exists already: name a new folder.`
        : `The folder ${folder} cannot be made (${code}).`,
    );
  }
}

async function writeText(path: string, text: AsyncIterable<string> | Iterable<string>): Promise<void> {
  await pipeline(Readable.from(text), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
}

/** Writes the result of each task that has ended, with all columns, and counts the others. */
async function writeResults(
  { ledger, store }: Storage,
  account: AccountId,
  folder: string,
): Promise<{ readonly tasks: number; readonly unfinished: number }> {
  const results = join(folder, 'results');
  await mkdir(results, { mode: 0o700 });
  // Only results are asked for: it is never started and checks nothing.
  const check = () => Promise.reject(new TypeError('an export checks no number'));
  const service = createVerificationService({ store, ledger, checker: { check }, queue: null });
  let tasks = 0;
  let unfinished = 0;
  for await (const task of tasksOf(store, account)) {
    const content = await resultOf(service, task);
    if (content === undefined) unfinished += 1;
    else {
      await pipeline(content, createWriteStream(join(results, `${task.taskId}.csv`), { mode: 0o600 }));
      tasks += 1;
    }
  }
  return { tasks, unfinished };
}

/** Undefined for a task that has not ended, or was deleted meanwhile. */
async function resultOf(
  service: VerificationService,
  { accountId, taskId }: Task,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  try {
    return (await service.results({ accountId, taskId, columns: RESULT_COLUMNS, partial: true })).content;
  } catch (error) {
    if (isDialproofError(error, 'task_not_done') || isDialproofError(error, 'task_not_found'))
      return undefined;
    throw error;
  }
}

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
      throw new StartRefusal(`There is no account "${id}" in this data folder, and no data of one.`);
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
      'Run the command again once the server has ended the cancelled tasks.',
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
    : `There is no account ${id} in this data folder. Erased what was left of it: ${list}.`;
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
