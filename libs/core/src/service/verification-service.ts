import type { TaskRequest } from '../batch/account-tasks.js';
import type { SubmitRequest } from '../batch/intake/submit.js';
import type { UploadRequest } from '../batch/intake/upload/upload-request.js';
import type { FilePreview } from '../batch/preview/file-preview.js';
import type { ResultsRequest } from '../batch/results/result-request.js';
import type { TaskResults } from '../batch/results/results.js';
import type { ChangesRequest, TaskChanges } from '../batch/results/task-changes.js';
import type { TaskRowPage } from '../batch/results/task-rows.js';
import type { EraseRequest, NumberErasure } from '../erasure/erase-number.js';
import type { PhoneLists } from '../lists/phone-lists.js';
import type { AccountId } from '../model/identifiers.js';
import type { OutageReason, Task } from '../model/task.js';
import type { CreditBalance } from '../ports/credit-ledger.js';
import type { ReplayStore } from '../ports/optional/replay-store.js';
import type { TaskPage } from '../ports/optional/task-archive.js';
import type { WorkOutcome } from '../ports/task-queue.js';
import type { Suppressions } from '../suppressions/suppressions.js';
import type { CreditEntriesRequest, Statement } from './optional/credit-entries.js';
import type { SupportedOperations } from './optional/supported-operations.js';
import type { ListRequest, TaskRowsRequest } from './optional/task-archive.js';
import type { Verification, VerifyRequest } from './single/single-checks.js';
import type { RetryRequest } from './tasks/retry-task.js';
import type { WatchRequest } from './tasks/watch-task.js';

export interface UploadSlotRequest {
  readonly accountId: AccountId;
  /** Gives up the wait. */
  readonly signal?: AbortSignal;
}

/**
 * All operations of Dialproof, without a transport. Refusals are rejections with a `DialproofError`; the comment of a method lists its
 * codes. A method may be called at any time after the service was made, also before `start` and after `close`, unless its comment
 * says otherwise.
 */
export interface VerificationService {
  /** The operations for which the service has the ports; the others reject with `not_supported`. */
  readonly supports: SupportedOperations;

  /** The option of this name, for answering requests with an idempotency key. */
  readonly replays: ReplayStore | null;

  /** Lists that are verified again; null without the option of this name. */
  readonly lists: PhoneLists | null;

  /** The numbers that accounts must not call; null without the option of this name. */
  readonly suppressions: Suppressions | null;

  /**
   * Verifies one number: holds a credit, waits for a turn among the calls of the checker, checks, settles. A failed check gives `unknown`
   * and costs nothing. It is not tried again, since the caller waits. Codes: `invalid_phone`, `malformed_request` (the `consentDate`),
   * `insufficient_credits`, `daily_limit_reached`, `too_many_requests` (the account has too many under way; with `freshWithinMs`, also its
   * uploads and look-ups), `overloaded` (its turn did not come in time), `request_in_progress` (a request with the same `requestId` is
   * under way in this process), `not_supported` (`freshWithinMs` without the option `archive`), `shutting_down`. With a `requestId`,
   * simultaneous repeats in several processes may each be charged, unless an idempotency store prevents it.
   */
  verify(request: VerifyRequest): Promise<Verification>;

  /**
   * Reads a file and makes it a task. When it rejects, nothing of the file is kept and nothing is held. It is refused before it is read
   * when the account has no credits, and as soon as it has more numbers than the account has credits, or than `maxCredits` allows; with
   * `freshWithinMs` only after its numbers were looked up in the account's answers, since known numbers are free. With a `taskId`, a repeat
   * resolves to the task of the first upload. The repeat is read to compare it, and needs no credits. While the first upload is still being
   * read, or its draft was not removed yet after a kill, a repeat is refused with `request_in_progress`. Content that is neither a stream
   * of bytes nor a Uint8Array, and an invalid `maxCredits` or `taskId`, are mistakes of the program and reject with TypeError or
   * RangeError. Codes: `unsupported_file_type`, `malformed_file`, `empty_file`, `too_many_rows`, `too_many_columns`, `cell_too_large`,
   * `file_too_large`, `column_not_found`, `header_row_not_found`, `sheet_not_found`, `unsupported_encoding`, `invalid_country`,
   * `insufficient_credits`, `max_credits_exceeded`, `daily_limit_reached`, `request_in_progress`, `idempotency_key_reused` (the task with
   * this id has another file, other settings or another account), `not_supported` (`freshWithinMs` without the option `archive`),
   * `upload_interrupted` (the signal was aborted or the content broke off), `too_many_requests` and `overloaded` (its turn to be read did
   * not come in time, because of the account's own files or of all; `too_many_requests` also if the account has too many unfinished tasks),
   * `stored_bytes_exceeded`, `shutting_down` (after `close`).
   */
  submit(request: SubmitRequest): Promise<Task>;

  /**
   * Reads a file as `submit` does, with the same limits and in the same queue, and resolves to its columns, rows and cost. Nothing is
   * stored or held, and an account without credits may ask too. A repeat reads the file again. Codes: those of `submit`, except those about
   * credits, repeats, unfinished tasks and stored bytes.
   */
  preview(request: UploadRequest): Promise<FilePreview>;

  /**
   * Waits for a slot in the line of `submit` and `preview`, for code that reads a file without either, and resolves to the function
   * that releases it. Codes: `too_many_requests`, `overloaded`, `upload_interrupted`, `shutting_down`, as of `submit`.
   */
  takeUploadSlot(request: UploadSlotRequest): Promise<() => void>;

  /** A task of this account. Code: `task_not_found`, for another account's task too. */
  task(request: TaskRequest): Promise<Task>;

  /**
   * The account's tasks, newest first. While tasks are added or removed, consecutive pages show every other task once.
   * An invalid limit or status is a mistake of the program and rejects with RangeError or TypeError.
   * Codes: `not_supported`, `malformed_request` (a cursor that no list has returned).
   */
  list(request: ListRequest): Promise<TaskPage>;

  /**
   * A page of a task's rows with their numbers and statuses, in the order of the file, also while the task is processed. A page of rare
   * statuses may have fewer rows than its limit, or none, although more follow. Invalid limits and statuses are mistakes of the program and
   * reject with RangeError or TypeError. Codes: `not_supported`, `task_not_found`, `malformed_request` (a cursor that no page has given).
   */
  rows(request: TaskRowsRequest): Promise<TaskRowPage>;

  /**
   * The changes from one task to another: the numbers that came, those that went, and those whose status changed. A number in several rows
   * is one number. A failed check is no change, and rows without a number are only counted. Both tasks are read completely, which takes
   * some 0.2 seconds for 100,000 numbers; an abort of the signal ends it. Invalid kinds and limits are mistakes of the program and reject
   * with TypeError or RangeError. Codes: `not_supported`, `task_not_found` (also for `against`), `task_not_done` (likewise), `same_task`,
   * `malformed_request` (a cursor of another form), `column_not_found` (neither file has the `keyColumn`). A cursor is for the same two
   * tasks.
   */
  changes(request: ChangesRequest): Promise<TaskChanges>;

  /**
   * Removes a task that has ended: its rows, its results and its file's name are gone, its entries in the ledger stay. A running download
   * breaks off. Codes: `not_supported`, `task_not_found`, `task_not_done` (it has not ended, or a retry has begun).
   */
  remove(request: TaskRequest): Promise<void>;

  /**
   * Erases a number from all stored data of an account. In its rows, the cells of the number become empty, and so do other cells that
   * contain it. Its answer loses source, reason and time. Replies to requests with an idempotency key that contain it are deleted. Rows,
   * their statuses and counts stay, since they were charged. Unfinished tasks are only listed in the result. A repeat erases what is left,
   * also after a crash. Codes: `invalid_phone`, `not_supported`, `too_many_suppressions`.
   */
  eraseNumber(request: EraseRequest): Promise<NumberErasure>;

  /**
   * Stops a task and resolves to it: `failed` with the reason `cancelled`. The verified numbers are charged and are its partial result.
   * If calls of the checker are still under way after two seconds, the returned task has not ended yet, and ends soon after. A repeat
   * changes nothing. Codes: `task_not_found`, `task_has_ended`.
   */
  cancel(request: TaskRequest): Promise<Task>;

  /**
   * Continues an ended task with the rows whose check failed or was never made, and resolves to it, `queued` again. Holds a
   * credit for each of these rows. Codes: `task_not_found`, `task_not_done` (it has not ended), `nothing_to_retry`, `insufficient_credits`,
   * `max_credits_exceeded` and `daily_limit_reached` (by its `caps`), `overloaded`.
   */
  retry(request: RetryRequest): Promise<Task>;

  /**
   * Stops the tasks of an account until {@link reinstateAccount}: running calls may still answer, and are recorded. Its unfinished tasks
   * are `waiting` with the reason `account_suspended`. They can be cancelled. It is up to the authenticator to refuse the account's
   * requests. Code: `not_supported`.
   */
  suspendAccount(accountId: AccountId): Promise<void>;

  /** Lets the tasks of a suspended account continue. Code: `not_supported`. */
  reinstateAccount(accountId: AccountId): Promise<void>;

  /**
   * The result of a task, or some rows of it; of a failed task only with `partial`. Codes: `task_not_found`, `task_not_done`; with
   * `previous` also `same_task` and `not_supported`; and for a workbook `too_many_rows`, `too_many_columns`, `cell_too_large`, where a .csv
   * has longer cells than a sheet can have, or the host's limits are above those of Excel. An unknown format or status, an empty list of
   * statuses, and a `partial` or `neutralizeFormulas` that is not a boolean reject with TypeError.
   */
  results(request: ResultsRequest): Promise<TaskResults>;

  /**
   * Yields the task now and after each change. The last item is the ended task. An abort of the signal or a close of the service also ends
   * the iteration. A watch that begins after `close` yields the present task and ends. Changes that follow each other closely, or before
   * the next item is requested, are one item. A watch that was left, by `return()` at any moment or by the signal, does no more work. Code:
   * `task_not_found`.
   */
  watch(request: WatchRequest): AsyncIterable<Task>;

  /**
   * The reason why no number can be checked at present, as far as this process knows; null if numbers can be checked. For an operator's
   * page or a health check: files are still accepted, and their tasks wait.
   */
  checkerOutage(): Promise<OutageReason | null>;

  /** The account's credits. */
  balance(accountId: AccountId): Promise<CreditBalance>;

  /**
   * The changes of the account's credits, the newest first: grants and charges. Holds are not entries, so all entries add up to the credits
   * available and held. An invalid limit is a mistake of the program and rejects with RangeError. Codes: `not_supported`,
   * `malformed_request` (a cursor that no statement has returned).
   */
  creditEntries(request: CreditEntriesRequest): Promise<Statement>;

  /**
   * Does the next piece of work: checks one chunk, ends one task or removes one abandoned upload. For hosts that drive the service from a
   * queue or cron of their own. A call of the service's queue does several short pieces side by side. Any number of callers and processes
   * may call it at once, and it may be killed at any moment. When the signal is aborted, or the service closed, running calls of the
   * checker may still answer for `closeGraceMs`, and their answers are recorded. Nothing more is begun: the outcome is then `nothing` with
   * a `retryAfterMs` of 0. Once a minute a call also removes some expired data (`taskRetentionMs`, `replays`), so it has to be called now
   * and then even if nothing waits. The `workSources` begin their due work beside it; it does not wait for them.
   */
  work(signal?: AbortSignal): Promise<WorkOutcome>;

  /**
   * Starts the queue, if there is one, which continues the work of earlier processes. Removes the temporary files of killed processes from
   * `tempDirectory`.
   */
  start(): Promise<void>;

  /**
   * Refuses new files and single checks, aborts running uploads, ends every `watch`, stops the queue and gives claimed work back, also that
   * of the host's own calls of `work`. Resolves when uploads, single checks and work have returned. A checker that does not answer delays
   * it by `closeGraceMs` at most. Rejects with the error of the queue, and also if the store, the ledger or the queue has not answered ten
   * seconds later. Safe twice.
   */
  close(): Promise<void>;
}
