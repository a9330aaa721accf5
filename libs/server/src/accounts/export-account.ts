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
  type VerificationService,
} from '@dialproof/core';
import type { Account } from '@dialproof/sql';
import type { RecordAction } from '../audit/open-audit-log.js';
import { counted } from '../command-line/operator-command.js';
import { StartRefusal } from '../settings/start-refusal.js';
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
        ? 'One of its tasks has not ended: its rows are not in it.'
        : `${unfinished} of its tasks have not ended: their rows are not in it.`;
    return [
      `What is kept of account ${account.accountId} was written, with the results of ${counted(tasks, 'task')}, to:`,
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
