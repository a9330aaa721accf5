import { type LinkedSignal, linkSignals } from '../../../async/linked-signal.js';
import { DialproofError, isDialproofError } from '../../../model/errors.js';
import type { Task } from '../../../model/task.js';
import type { ObservedUpload } from '../../../ports/optional/service-observer.js';
import { byteStream, closeUnread } from '../../../tables/upload-content.js';
import type { IntakeSettings } from '../../batch-settings.js';
import type { UploadLine } from './upload-line.js';
import type { UploadRequest } from './upload-request.js';

/** An upload that has its slot. */
export interface UploadSlot {
  readonly content: AsyncIterable<Uint8Array>;
  /** Is aborted when the upload is to end: by the caller, by the service that closes, or by `abort`. */
  readonly ended: LinkedSignal;
}

export interface UploadSteps<Admitted, Result> {
  /** Judges the request before its content is read, and rejects to refuse it. */
  readonly admit: () => Promise<Admitted>;
  /** Reads the content to its end. The caller sees its rejection. */
  readonly read: (slot: UploadSlot, admitted: Admitted) => Promise<Result>;
}

/** Reads a file once it has a slot. The content of a file that is refused before that is closed unread. */
export async function inUploadSlot<Admitted, Result>(
  { line, closing }: { readonly line: UploadLine; readonly closing: AbortSignal },
  request: UploadRequest,
  { admit, read }: UploadSteps<Admitted, Result>,
): Promise<Result> {
  const content = byteStream(request.content);
  const ended = linkSignals(closing, request.signal);
  let leave = (): void => undefined;
  try {
    let admitted: Admitted;
    try {
      admitted = await admit();
      leave = await line.enter(request.accountId, ended.signal);
    } catch (error) {
      await closeUnread(content);
      throw refusal(error, ended.signal);
    }
    return await read({ content, ended }, admitted);
  } finally {
    leave();
    ended.unlink();
  }
}

/** Waits for a slot for a file that is read elsewhere, and resolves to the function that releases it. */
export async function takeUploadSlot(
  line: UploadLine,
  { accountId, signal }: Pick<UploadRequest, 'accountId' | 'signal'>,
  closing: AbortSignal,
): Promise<() => void> {
  const ended = linkSignals(closing, signal);
  try {
    ended.signal.throwIfAborted();
    return await line.enter(accountId, ended.signal);
  } catch (error) {
    throw refusal(error, ended.signal);
  } finally {
    ended.unlink();
  }
}

/** The error that the caller sees. If the upload was aborted, that is the reason of the abort, whichever step has failed. */
export function refusal(error: unknown, { aborted, reason }: AbortSignal): unknown {
  if (!aborted) return error;
  if (isDialproofError(reason)) return reason;
  return new DialproofError('upload_interrupted', {
    hint: 'the upload ended before its last byte',
    cause: error,
  });
}

/** The task of a file, and whether an earlier upload has made it. */
export interface TakenFile {
  readonly task: Task;
  readonly isRepeat: boolean;
}

/** Takes a file, and reports the outcome to the observer. */
export async function observedUpload(
  { clock, observer }: Pick<IntakeSettings, 'clock' | 'observer'>,
  take: () => Promise<TakenFile>,
): Promise<Task> {
  if (observer?.onUpload === undefined) return (await take()).task;
  const beganAt = clock.elapsed();
  const report = (outcome: ObservedUpload['outcome'], rows: number): void =>
    observer.onUpload?.({ outcome, rows, durationMs: clock.elapsed() - beganAt });
  try {
    const { isRepeat, task } = await take();
    if (isRepeat) report('repeated', 0);
    else report('queued', task.total);
    return task;
  } catch (error) {
    report(isDialproofError(error) ? error.code : 'internal_error', 0);
    throw error;
  }
}
