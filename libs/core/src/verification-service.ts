import type { ResultFormat } from './batch/result-request.js';
import type { AccountId, TaskId } from './identifiers.js';
import type { E164 } from './phone/e164.js';
import type { CreditBalance } from './ports/credit-ledger.js';
import type { WorkOutcome } from './ports/task-queue.js';
import type { VerificationStatus } from './statuses.js';
import type { Task } from './task.js';

export interface VerifyRequest {
  readonly accountId: AccountId;
  /** As a person wrote it; see `normalizePhone` for what is understood. */
  readonly phone: string;
  /** Ends the check when nobody waits for it any more; nothing is charged then. */
  readonly signal?: AbortSignal;
}

export interface Verification {
  readonly phone: E164;
  readonly status: VerificationStatus;
  /** When the answer was known, in milliseconds since 1970. */
  readonly checkedAt: number;
}

export interface SubmitRequest {
  readonly accountId: AccountId;
  /** The file's own name; its ending, .csv or .xlsx, is part of the contract. Folders in it are dropped. */
  readonly fileName: string;
  /** The file's bytes. It is read once, to its end or until something is wrong, and then closed. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Header or position (from 0) of the column that holds the phones, instead of finding it. */
  readonly phoneColumn?: string | number;
  /** ISO 3166 code of the country whose national numbers the file holds; without it only international ones are understood. */
  readonly defaultCountry?: string;
  /** Ends the upload; nothing of it remains. */
  readonly signal?: AbortSignal;
}

export interface TaskRequest {
  readonly accountId: AccountId;
  readonly taskId: TaskId;
}

export interface ResultsRequest extends TaskRequest {
  /** Default `csv`, whatever was uploaded. A workbook has the same cells, all of them text. */
  readonly format?: ResultFormat;
  /** At least one: only rows with one of these statuses, in the order of the file. Default: all rows. */
  readonly statuses?: readonly VerificationStatus[];
  /**
   * Whether, in CSV, cells that a spreadsheet would take for a formula get an apostrophe before them. Default: the service's option. A
   * workbook is the same either way: its cells are text, which nothing takes for a formula.
   */
  readonly neutralizeFormulas?: boolean;
}

export interface TaskResults {
  readonly task: Task;
  /**
   * Letters, digits, - and _ that stand for the bytes of `content`: the same for the same bytes, another for any others. So content that
   * is already there need not be read again.
   */
  readonly version: string;
  /**
   * The result as it was asked for, CSV being in UTF-8, piece by piece. Nothing is rendered before it is read. Leaving the iteration
   * early leaves nothing behind.
   */
  readonly content: AsyncIterable<Uint8Array>;
}

export interface StartOptions {
  /**
   * Whether no other process works on the same store and ledger. What an earlier process left half done is then taken up at once
   * rather than when its leases end. Default false.
   */
  readonly soleProcess?: boolean;
}

/**
 * Everything that Dialproof does, without any transport. Refusals are rejections with a `DialproofError`; which codes a method has
 * is said with it. A method may be called at any time after the service was made, also before `start` and after `close`, unless
 * it says otherwise.
 */
export interface VerificationService {
  /**
   * Verifies one number: holds a credit, checks, settles. A failed check is an answer of `unknown` that costs nothing.
   * Codes: `invalid_phone`, `insufficient_credits`.
   */
  verify(request: VerifyRequest): Promise<Verification>;

  /**
   * Takes a file in and makes it a task. When it rejects, nothing of the file is kept and nothing is held.
   * Codes: `unsupported_file_type`, `malformed_file`, `empty_file`, `too_many_rows`, `too_many_columns`, `cell_too_large`,
   * `file_too_large`, `column_not_found`, `invalid_country`, `insufficient_credits`, `upload_interrupted` (the signal was aborted
   * or the content broke off), `shutting_down` (after `close`).
   */
  submit(request: SubmitRequest): Promise<Task>;

  /** A task of this account. Code: `task_not_found`, for another account's task too. */
  task(request: TaskRequest): Promise<Task>;

  /**
   * The result of a task, or some rows of it. Codes: `task_not_found`, `task_not_done`; and for a workbook `too_many_rows`,
   * `too_many_columns`, `cell_too_large`, which only a host that has raised its limits above those of Excel sees. A format or a status
   * that is none, an empty list of statuses and a `neutralizeFormulas` that is no boolean are TypeErrors.
   */
  results(request: ResultsRequest): Promise<TaskResults>;

  /**
   * The task now, then again after each change, until it has ended (which is the last item), the signal is aborted or the service is
   * closed (which end the iteration where it is). A watch that is begun after `close` gives the task as it is and ends. Changes that
   * follow each other closely, or while nobody asks for the next item, come as one. Nothing goes on between the items of a watch that
   * was left, by `return()` at any moment or by the signal. Code: `task_not_found`.
   */
  watch(request: TaskRequest & { readonly signal?: AbortSignal }): AsyncIterable<Task>;

  /** The account's credits. */
  balance(accountId: AccountId): Promise<CreditBalance>;

  /**
   * Does the next piece of work, whichever it is: checks one chunk, ends one task, clears up one abandoned upload. For hosts that
   * drive the service from a queue or cron of their own; the service's queue calls nothing else. It may be called at once from many
   * places and processes, and be killed at any moment. When the signal is aborted, or the service closed, what it has begun is given
   * back, and nothing more is begun: it then answers `nothing` with a `retryAt` of now.
   */
  work(signal?: AbortSignal): Promise<WorkOutcome>;

  /** Starts the queue, if there is one, and with it whatever earlier processes left undone. */
  start(options?: StartOptions): Promise<void>;

  /**
   * Refuses new files, aborts running uploads, ends every `watch`, stops the queue and gives claimed work back, also that of the
   * host's own calls of `work`. It resolves when uploads and work have returned. Safe twice.
   */
  close(): Promise<void>;
}
