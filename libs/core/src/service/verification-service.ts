import type { TaskRequest } from '../batch/find-task.js';
import type { SubmitRequest } from '../batch/intake/submit.js';
import type { UploadRequest } from '../batch/intake/upload-request.js';
import type { FilePreview } from '../batch/preview/file-preview.js';
import type { ResultsRequest } from '../batch/results/result-request.js';
import type { TaskResults } from '../batch/results/results.js';
import type { AccountId } from '../model/identifiers.js';
import type { OutageReason, Task } from '../model/task.js';
import type { CreditBalance } from '../ports/credit-ledger.js';
import type { ReplayStore } from '../ports/replay-store.js';
import type { TaskPage } from '../ports/task-archive.js';
import type { WorkOutcome } from '../ports/task-queue.js';
import type { ShowStatementRequest, Statement } from './optional/show-statement.js';
import type { SupportedOperations } from './optional/supported-operations.js';
import type { ListRequest } from './optional/task-archive.js';
import type { Verification, VerifyRequest } from './single/single-checks.js';
import type { WatchRequest } from './tasks/watch-task.js';

export interface StartOptions {
  /**
   * Whether no other process works on the same store and ledger. What an earlier process left half done is then taken up at once
   * rather than when its leases end. Default false.
   */
  readonly soleProcess?: boolean;
}

export interface UploadTurnRequest {
  readonly accountId: AccountId;
  /** Gives up the wait. */
  readonly signal?: AbortSignal;
}

/**
 * Everything that Dialproof does, without any transport. Refusals are rejections with a `DialproofError`; which codes a method has
 * is said with it. A method may be called at any time after the service was made, also before `start` and after `close`, unless
 * it says otherwise.
 */
export interface VerificationService {
  /** Which operations the service was given the ports for; the others reject with `not_supported`. */
  readonly supports: SupportedOperations;

  /** The option of this name, for whoever answers requests with an idempotency key. */
  readonly replays: ReplayStore | null;

  /**
   * Verifies one number: holds a credit, waits for a turn among the calls of the checker, checks, settles. A failed check is an answer
   * of `unknown` that costs nothing; it is not tried again, since somebody waits.
   * Codes: `invalid_phone`, `insufficient_credits`, `too_many_requests` (the account has too many under way), `overloaded` (its turn did
   * not come in time), `request_in_progress` (one with the same `requestId` is under way in this process), `shutting_down`. With a
   * `requestId`, repeats in several processes at once may each be charged: an idempotency store keeps them apart.
   */
  verify(request: VerifyRequest): Promise<Verification>;

  /**
   * Reads a file and makes it a task. When it rejects, nothing of the file is kept and nothing is held. It is refused before it is
   * read when the account has no credits, and as soon as it has more numbers than the account has credits, or than `maxCredits` allows.
   * With a `taskId`, a repeat resolves to the task that the first upload has made. It is read for that, and needs no credits. While the
   * first is still being read, or its draft waits to be cleared up after a kill, a repeat is refused with `request_in_progress`.
   * Content that is neither a stream of bytes nor a Uint8Array, and a `maxCredits` or `taskId` that is none, are mistakes of the program
   * and reject with TypeError or RangeError.
   * Codes: `unsupported_file_type`, `malformed_file`, `empty_file`, `too_many_rows`, `too_many_columns`, `cell_too_large`,
   * `file_too_large`, `column_not_found`, `header_row_not_found`, `unsupported_encoding`, `invalid_country`, `insufficient_credits`, `max_credits_exceeded`, `request_in_progress`,
   * `idempotency_key_reused` (the task of this id is of another file, or of another account), `upload_interrupted` (the signal was aborted
   * or the content broke off), `too_many_requests` and `overloaded` (its turn to be read did not come in time, because of the account's
   * own files or of all; `too_many_requests` also where the account has too many unfinished tasks), `stored_bytes_exceeded`,
   * `shutting_down` (after `close`).
   */
  submit(request: SubmitRequest): Promise<Task>;

  /**
   * Reads a file as `submit` does, with the same limits and in the same line, and says what a submit would make of it and cost. Nothing is
   * stored or held, and an account without credits may ask too. A repeat reads the file again.
   * Codes: those of `submit`, short of those about credits, repeats, unfinished tasks and stored bytes.
   */
  preview(request: UploadRequest): Promise<FilePreview>;

  /**
   * Waits for a turn in the line of `submit` and `preview`, for whoever reads a file without handing it on, and resolves to the function
   * that ends the turn. Codes: `too_many_requests`, `overloaded`, `upload_interrupted`, `shutting_down`, as of `submit`.
   */
  uploadTurn(request: UploadTurnRequest): Promise<() => void>;

  /** A task of this account. Code: `task_not_found`, for another account's task too. */
  task(request: TaskRequest): Promise<Task>;

  /**
   * The account's tasks, newest first. While tasks are added or removed, the pages that follow one another show every other task once.
   * A limit or a status that there is not is a mistake of the program and rejects with RangeError or TypeError.
   * Codes: `not_supported`, `malformed_request` (a cursor that no list has given).
   */
  list(request: ListRequest): Promise<TaskPage>;

  /**
   * Removes a task that has ended: its rows, its results and its file's name are gone, its entries in the ledger stay. A download that
   * is under way breaks off. Codes: `not_supported`, `task_not_found`, `task_not_done` (it has not ended, or a retry has been begun).
   */
  remove(request: TaskRequest): Promise<void>;

  /**
   * Tells a task to stop and resolves to it: `failed` with the reason `cancelled`. What was verified is charged and is its partial result.
   * Where calls of the checker are still under way after two seconds, the task that is returned ends soon after. A repeat changes
   * nothing. Codes: `task_not_found`, `task_has_ended`.
   */
  cancel(request: TaskRequest): Promise<Task>;

  /**
   * Lets a task that has ended go on with the rows whose check failed or was never made, and resolves to it, `queued` again. Holds a
   * credit for each of them. Codes: `task_not_found`, `task_not_done` (it has not ended), `nothing_to_retry`, `insufficient_credits`,
   * `overloaded`.
   */
  retry(request: TaskRequest): Promise<Task>;

  /**
   * The result of a task, or some rows of it; of a failed task only with `partial`. Codes: `task_not_found`, `task_not_done`; and for a workbook `too_many_rows`,
   * `too_many_columns`, `cell_too_large`, where a .csv has longer cells than a sheet can have, or the host's limits are above those of Excel. An unknown
   * format or status, an empty list of statuses, and a `partial` or `neutralizeFormulas` that is no boolean are TypeErrors.
   */
  results(request: ResultsRequest): Promise<TaskResults>;

  /**
   * The task now, then again after each change, until it has ended (which is the last item), the signal is aborted or the service is
   * closed (which end the iteration where it is). A watch that is begun after `close` gives the task as it is and ends. Changes that
   * follow each other closely, or while nobody asks for the next item, come as one. Nothing goes on between the items of a watch that
   * was left, by `return()` at any moment or by the signal. Code: `task_not_found`.
   */
  watch(request: WatchRequest): AsyncIterable<Task>;

  /**
   * Why no number can be checked at present, as far as this process knows; null if numbers can be. For a page of the operator or a
   * health check: files are taken all the same, and their tasks wait.
   */
  checkerOutage(): Promise<OutageReason | null>;

  /** The account's credits. */
  balance(accountId: AccountId): Promise<CreditBalance>;

  /**
   * What the account's credits were changed by, the newest first: grants and charges. Holds change nothing, so all entries add up to
   * the credits available and held. A limit that there is not is a mistake of the program and rejects with RangeError.
   * Codes: `not_supported`, `malformed_request` (a cursor that no statement has given).
   */
  statement(request: ShowStatementRequest): Promise<Statement>;

  /**
   * Does the next piece of work: checks one chunk, ends one task, clears up one upload that was given up. For hosts that drive the service
   * from a queue or cron of their own; the service's queue calls nothing else. It may be called at once from many places and processes,
   * and be killed at any moment. When the signal is aborted, or the service closed, calls of the checker that are under way may still
   * answer for `closeGraceMs`, what is known is recorded, and nothing more is begun: it then answers `nothing` with a `retryAfterMs` of 0.
   * Once a minute a call also removes some of what has been kept for its time (`taskRetentionMs`, `replays`), so it has to be called now
   * and then for that, also when nothing is waiting.
   * The `workSources` begin what is due beside it; it does not wait for them.
   */
  work(signal?: AbortSignal): Promise<WorkOutcome>;

  /**
   * Starts the queue, if there is one, and with it whatever earlier processes left undone. Removes the temporary files that killed
   * processes have left in `tempDirectory`, and nothing else there.
   */
  start(options?: StartOptions): Promise<void>;

  /**
   * Refuses new files and single checks, aborts running uploads, ends every `watch`, stops the queue and gives claimed work back, also
   * that of the host's own calls of `work`. It resolves when uploads, single checks and work have returned. A checker that does not
   * answer delays that by `closeGraceMs` at most. It rejects with what the queue rejects with, and when the store, the ledger or the queue
   * has not answered ten seconds after that. Safe twice.
   */
  close(): Promise<void>;
}
