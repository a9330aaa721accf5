import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type AccountId,
  type FileReading,
  isDialproofError,
  type OutageReason,
  type ResultColumn,
  type Task,
  type VerificationService,
} from '@dialproof/core';
import { EXIT_CODES, ScriptFailure, systemCode } from './failure.js';
import type { ResultFile } from './result-file.js';

export interface VerifyFileRequest {
  readonly accountId: AccountId;
  readonly file: string;
  /** What is said about the file. */
  readonly reading: FileReading;
  readonly columns: readonly ResultColumn[];
  /** Is told of the task when it begins, and after each change until it has ended. */
  readonly onProgress: (task: Task) => void;
  /** Is told where the answers are of a task that ended early. Without an answer nothing is written. */
  readonly onPartial: (task: Task, name: string) => void;
  readonly signal: AbortSignal;
}

/** What to do about an outage, in a sentence for whoever started the script. */
const OUTAGE_SENTENCES: Readonly<Record<OutageReason, string>> = {
  checker_unavailable: 'The checker does not answer: try again later.',
  checker_unauthorized: 'The checker refuses the credentials: correct them and try again.',
  checker_suspended: 'The account at the checker is suspended: settle that with its provider and try again.',
  checker_out_of_funds: 'The account at the checker has no funds left: top it up and try again.',
};

/**
 * Verifies one file with a service that has been started, writes its result, and resolves to what became of it. Answers are paid for: when
 * the checker is down for too long or the signal is aborted, those that came are written as the partial result before it rejects.
 */
export async function verifyFile(
  service: VerificationService,
  request: VerifyFileRequest,
  result: ResultFile,
): Promise<Task> {
  const { accountId, columns, onProgress, signal } = request;
  let task = await submit(service, request);
  const { taskId } = task;
  for await (task of service.watch({ accountId, taskId, signal })) onProgress(task);
  if (signal.aborted) task = await stopTask(service, request, task);
  if (signal.aborted || task.status === 'failed') {
    await keepAnswers(service, request, result, task);
    signal.throwIfAborted();
    const reason = await service.checkerOutage();
    throw new ScriptFailure(EXIT_CODES.checkerDown, OUTAGE_SENTENCES[reason ?? 'checker_unavailable']);
  }
  const { content } = await service.results({ accountId, taskId, columns });
  await result.write(content, signal);
  return task;
}

/** Resolves to the task as it ended. Calls that are under way may still answer, within their deadline. */
async function stopTask(
  service: VerificationService,
  { accountId }: VerifyFileRequest,
  task: Task,
): Promise<Task> {
  const { taskId } = task;
  let ended = await service.cancel({ accountId, taskId }).catch((error: unknown) => {
    if (isDialproofError(error) && error.code === 'task_has_ended') return task;
    throw error;
  });
  for await (ended of service.watch({ accountId, taskId }));
  return ended;
}

async function keepAnswers(
  service: VerificationService,
  { accountId, columns, onPartial }: VerifyFileRequest,
  result: ResultFile,
  task: Task,
): Promise<void> {
  if (task.credits.charged === 0) return;
  const { content } = await service.results({ accountId, taskId: task.taskId, columns, partial: true });
  onPartial(task, await result.writePartial(content));
}

/** Throws {@link ScriptFailure} when there is no such file. */
export async function assertReadable(file: string): Promise<void> {
  await access(file, constants.R_OK).catch((error) => {
    throw unreadable(file, error);
  });
}

async function submit(service: VerificationService, request: VerifyFileRequest): Promise<Task> {
  const { accountId, file, reading, signal } = request;
  try {
    return await service.submit({
      accountId,
      fileName: basename(file),
      content: createReadStream(file),
      ...reading,
      signal,
    });
  } catch (error) {
    if (!isDialproofError(error)) throw error;
    if (error.code === 'upload_interrupted') throw unreadable(file, error.cause);
    const why = error.hint === undefined ? error.code : `${error.code}, ${error.hint}`;
    throw new ScriptFailure(EXIT_CODES.refused, `${file} cannot be verified: ${why}.`);
  }
}

function unreadable(file: string, error: unknown): ScriptFailure {
  const code = systemCode(error);
  const sentence =
    code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code ?? String(error)}).`;
  return new ScriptFailure(EXIT_CODES.unreadable, sentence);
}
