import { createReadStream } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type AccountId,
  type FileReading,
  isDialproofError,
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
  readonly signal: AbortSignal;
}

/** Verifies one file with a service that has been started, writes its result, and resolves to what became of it. */
export async function verifyFile(
  service: VerificationService,
  request: VerifyFileRequest,
  result: ResultFile,
): Promise<Task> {
  const { accountId, columns, onProgress, signal } = request;
  let task = await submit(service, request);
  const { taskId } = task;
  for await (task of service.watch({ accountId, taskId, signal })) onProgress(task);
  signal.throwIfAborted();
  if (task.status === 'failed') {
    throw new ScriptFailure(EXIT_CODES.checkerDown, 'The checker does not answer: try again later.');
  }
  const { content } = await service.results({ accountId, taskId, columns });
  await result.write(content, signal);
  return task;
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
