import type { LinkedSignal } from '../../async/linked-signal.js';
import { columnNamed, columnNotFound } from '../../columns/named-column.js';
import type { CreditCaps } from '../../model/accounts.js';
import { DialproofError, isDialproofError } from '../../model/errors.js';
import { type TaskId, taskHoldId } from '../../model/identifiers.js';
import type { Task } from '../../model/task.js';
import { newTaskId, newUploadRun } from '../../ports/entropy.js';
import type { Lease, TaskContents } from '../../ports/task-store.js';
import type { IntakeSettings } from '../batch-settings.js';
import type { CountedCredits } from '../daily-credits.js';
import { LeaseKeeper } from '../lease-keeper.js';
import { affordable, assertHasCredits, type CreditLimit, creditLimit } from './affordable.js';
import { findKnownAnswers, mayKnowAnswers } from './find-known-answers.js';
import { assertFreshAnswers } from './fresh-answers.js';
import { readFile } from './read-file.js';
import { assertCanRecall, recallOf } from './remembered-settings.js';
import { RowBlockWriter } from './row-block-writer.js';
import { type StoredRows, taskContents } from './task-contents.js';
import { copiedDigest, copyRows } from './task-copy.js';
import { earlierTask, PayloadDigest, repeatedUpload } from './upload/repeated-upload.js';
import type { UploadLine } from './upload/upload-line.js';
import type { UploadRequest } from './upload/upload-request.js';
import {
  inUploadSlot,
  observedUpload,
  refusal,
  type TakenFile,
  type UploadSlot,
} from './upload/upload-slot.js';

export interface SubmitRequest extends UploadRequest {
  /** The most credits that the file may hold: one for each row that carries a number. Default: no limit. */
  readonly maxCredits?: number;
  /** The caps of the caller's credentials. Of their `maxCreditsPerTask` and `maxCredits`, the smaller counts. Default: none. */
  readonly caps?: CreditCaps;
  /**
   * The id that the task is to have, 1 to 64 letters, digits, - and _; see `keyedTaskId`. A repeat with the same id and the same file, also
   * after the process was killed, resolves to the existing task, and stores and charges nothing. Default: a new random UUID.
   */
  readonly taskId?: TaskId;
}

/** The conditions of a list for its file. */
export interface ListConditions {
  /** A column that the file must have. Null: none. */
  readonly keyColumn: string | null;
  /** Rejects to refuse the file before it is read. Not called for a repeat whose task exists. */
  readonly admit: () => Promise<void>;
}

/** A new task with the rows of another one. */
export interface CopyRequest
  extends Pick<SubmitRequest, 'accountId' | 'caps' | 'freshWithinMs' | 'maxCredits' | 'signal'> {
  /** A task of the same account, in any state. */
  readonly rowsOf: Task;
  /** The id of the new task. A repeat finds that task. */
  readonly taskId: TaskId;
}

/** Reads a file once it has a slot, and makes it a task, or finds the task of an earlier upload with this id. */
export async function submitFile(
  settings: IntakeSettings,
  request: SubmitRequest,
  line: UploadLine,
  closing: AbortSignal,
  forList?: ListConditions,
): Promise<Task> {
  return await observedUpload(
    settings,
    async () => await takeFile(settings, request, line, closing, { forList }),
  );
}

/**
 * Makes a new task of the rows of another one, or finds the task of an earlier call with this id. It waits for a slot as a file does, and
 * is refused by the same rules. Codes: those of a submit except the ones about files, and `task_not_found` if the rows are gone.
 */
export async function submitCopy(
  settings: IntakeSettings,
  { rowsOf, ...request }: CopyRequest,
  line: UploadLine,
  closing: AbortSignal,
): Promise<Task> {
  // There is no content to read: the rows are in the store.
  const unread = { fileName: rowsOf.file.name, content: new Uint8Array() };
  return await observedUpload(
    settings,
    async () => await takeFile(settings, { ...request, ...unread }, line, closing, { rowsOf }),
  );
}

async function takeFile(
  settings: IntakeSettings,
  request: SubmitRequest,
  line: UploadLine,
  closing: AbortSignal,
  { forList, rowsOf }: { readonly forList?: ListConditions | undefined; readonly rowsOf?: Task },
): Promise<TakenFile> {
  const limit = creditLimit(request.maxCredits, request.caps);
  assertFreshAnswers(settings, request);
  assertCanRecall(settings, request);
  const { ledger, store, tableLimits } = settings;
  return await inUploadSlot({ line, closing }, request, {
    async admit() {
      const earlier = await earlierTask(store, request.taskId);
      // The earlier task itself may have used up the credits.
      if (earlier === undefined) {
        await assertHasCredits(ledger, request.accountId);
        await settings.daily.assertLeft(request.caps);
        await settings.quota.assertRoomForFile(request.accountId);
        await forList?.admit();
      }
      return earlier;
    },
    read: async (slot, earlier) => ({
      task: await (earlier === undefined
        ? new Upload(settings, request, slot, {
            keyColumn: forList?.keyColumn ?? null,
            limit,
            rowsOf,
          }).store()
        : rowsOf === undefined
          ? repeatedUpload(earlier, request, slot, tableLimits.maxFileBytes)
          : earlier),
      isRepeat: earlier !== undefined,
    }),
  });
}

/**
 * One upload in its steps: draft, rows, hold, task. A failed step undoes the steps before it. If the process dies, the draft remains with
 * its lease, and a later claim of it undoes the steps.
 */
class Upload {
  readonly #settings: IntakeSettings;
  readonly #request: SubmitRequest;
  readonly #content: AsyncIterable<Uint8Array>;
  readonly #ended: LinkedSignal;
  readonly #keyColumn: string | null;
  readonly #limit: CreditLimit;
  readonly #rowsOf: Task | undefined;
  readonly #digest: PayloadDigest | undefined;
  readonly #taskId: TaskId;
  readonly #run: number;
  #lease: Lease | undefined;
  #rows: RowBlockWriter | undefined;
  #keeper: LeaseKeeper | undefined;
  #counted: CountedCredits | undefined;
  /** Whether the hold may have been made. */
  #isHeld = false;

  constructor(
    settings: IntakeSettings,
    request: SubmitRequest,
    { content, ended }: UploadSlot,
    {
      keyColumn,
      limit,
      rowsOf,
    }: {
      readonly keyColumn: string | null;
      readonly limit: CreditLimit;
      readonly rowsOf: Task | undefined;
    },
  ) {
    const { taskId } = request;
    this.#settings = settings;
    this.#request = request;
    this.#content = content;
    this.#ended = ended;
    this.#keyColumn = keyColumn;
    this.#limit = limit;
    this.#rowsOf = rowsOf;
    this.#taskId = taskId ?? newTaskId(settings.entropy);
    this.#run = taskId === undefined ? 1 : newUploadRun(settings.entropy);
    this.#digest = taskId === undefined ? undefined : new PayloadDigest(request);
  }

  async store(): Promise<Task> {
    try {
      const contents = await this.#read();
      await this.#rows?.stored();
      this.#ended.signal.throwIfAborted();
      const { accountId, caps } = this.#request;
      this.#counted = await this.#settings.daily.count(caps, contents.heldCredits);
      this.#isHeld = true;
      await this.#settings.ledger.hold({
        holdId: this.#holdId,
        accountId,
        credits: contents.heldCredits,
        expiresAfterMs: null,
      });
      const task = await this.#enqueue(contents);
      this.#settings.observer?.onCredits?.({
        purpose: 'batch',
        change: 'held',
        credits: contents.heldCredits,
      });
      return task;
    } catch (error) {
      // The error is classified before the cleanup, during which the lease may end.
      const refused = await this.#refusal(error);
      await this.#undo().catch((reason) => this.#settings.reporter.report('cleanup_failed', reason));
      throw refused;
    } finally {
      this.#keeper?.stop();
    }
  }

  async #read(): Promise<TaskContents> {
    const { accountId, freshWithinMs } = this.#request;
    const { chunkSize, ledger } = this.#settings;
    const assertAffordable = affordable(ledger, accountId, this.#limit);
    const isKnownLater = await mayKnowAnswers(this.#settings, this.#request);
    const assertSoFar = isKnownLater ? async () => undefined : assertAffordable;
    const rows = await (this.#rowsOf === undefined
      ? this.#readFile(assertSoFar)
      : this.#copy(this.#rowsOf, assertSoFar));
    const { signal } = this.#ended;
    const asked = { accountId, freshWithinMs, signal };
    const known = await findKnownAnswers(rows.numbers, this.#settings, asked);
    if (isKnownLater) await assertAffordable(rows.numbers.rowsWithNumber - (known?.rows ?? 0));
    const contents = await taskContents(rows, chunkSize, known);
    const payloadDigest = this.#rowsOf === undefined ? this.#digest?.digest() : copiedDigest(this.#rowsOf);
    if (payloadDigest === undefined) return contents;
    return { ...contents, file: { ...contents.file, upload: { payloadDigest, run: this.#run } } };
  }

  async #readFile(assertAffordable: (rows: number) => Promise<void>): Promise<StoredRows> {
    const { consentDateColumn, fileName } = this.#request;
    const { clock, maxRows, tableLimits, tellsReassigned, tempDirectory } = this.#settings;
    const { columns, facts, numbers, sink, start, total } = await readFile(
      {
        fileName,
        content: this.#content,
        reading: this.#request,
        recall: recallOf(this.#settings, this.#request),
        consent: { column: consentDateColumn, tellsReassigned, now: clock.now() },
        limits: tableLimits,
        tempDirectory,
        maxRows,
        onPiece: (piece) => this.#digest?.update(piece),
        signal: this.#ended.signal,
      },
      {
        openSink: async ({ found }) => {
          await assertHasColumn(found.header, this.#keyColumn);
          this.#rows = new RowBlockWriter(this.#settings.store, await this.#begin(), found.header.length);
          return this.#rows;
        },
        assertAffordable,
      },
    );
    await sink.finish({ skippedRows: start.skippedRows, columns });
    return { facts, numbers, rowBlocks: sink.blocks, total };
  }

  async #copy(rowsOf: Task, assertAffordable: (rows: number) => Promise<void>): Promise<StoredRows> {
    return await copyRows(this.#settings, rowsOf, {
      openDraft: async (numbers) => {
        await assertAffordable(numbers.rowsWithNumber - numbers.erasedRows);
        return await this.#begin();
      },
      signal: this.#ended.signal,
    });
  }

  async #begin(): Promise<Lease> {
    const { clock, leaseMs, store } = this.#settings;
    const { accountId } = this.#request;
    const askedAt = clock.elapsed();
    const lease = await store.begin({ taskId: this.#taskId, accountId, run: this.#run, leaseMs });
    this.#lease = lease;
    this.#keeper = new LeaseKeeper({ lease, askedAt }, this.#settings, () => this.#ended.abort(draftLost()));
    return lease;
  }

  /** Makes the task. If the connection breaks before the store answers, the task may exist nevertheless. */
  async #enqueue(contents: TaskContents): Promise<Task> {
    const { quota, store } = this.#settings;
    try {
      const task = await quota.enqueue(this.#leaseOfDraft(), contents);
      if (!this.#hasMade(task)) throw draftLost();
      return task;
    } catch (error) {
      const task = await store.find(this.#taskId).catch(() => undefined);
      if (task === undefined || !this.#hasMade(task)) throw error;
      return task;
    }
  }

  /** Whether the task was made by this upload. With an id of the caller, a repeat may have made it after this draft was lost. */
  #hasMade({ file }: Task): boolean {
    return file.upload === undefined || file.upload.run === this.#run;
  }

  async #undo(): Promise<void> {
    if (this.#lease === undefined) return;
    const { ledger, store } = this.#settings;
    // A block must not reach the store after the end of its draft.
    await this.#rows?.stored().catch(() => undefined);
    if (this.#isHeld) {
      // A task without its hold would be free. If it is unknown whether the task exists, the hold stays, and a later claim of the draft
      // decides.
      const task = await store.find(this.#taskId);
      if (task !== undefined && this.#hasMade(task)) return;
      await ledger.settle({ holdId: this.#holdId, accountId: this.#request.accountId, credits: 0 });
      await this.#counted?.giveBack();
    }
    await store.discard(this.#lease);
  }

  async #refusal(error: unknown): Promise<unknown> {
    const isGone = !this.#ended.signal.aborted && isDialproofError(error, 'task_not_found');
    return isGone && (await this.#hasRows()) ? draftLost(error) : refusal(error, this.#ended.signal);
  }

  /** False for a copy whose source task was deleted meanwhile: `task_not_found` is then about that task, not about the draft. */
  async #hasRows(): Promise<boolean> {
    const rowsOf = this.#rowsOf;
    if (rowsOf === undefined) return true;
    return (await this.#settings.store.find(rowsOf.taskId).catch(() => rowsOf)) !== undefined;
  }

  get #holdId() {
    return taskHoldId(this.#taskId, this.#run);
  }

  #leaseOfDraft(): Lease {
    if (this.#lease === undefined) throw new TypeError('a file without a draft cannot become a task');
    return this.#lease;
  }
}

/** Code: `column_not_found`. */
async function assertHasColumn(header: readonly string[], column: string | null): Promise<void> {
  if (column !== null && (await columnNamed(header, column)) === undefined)
    throw columnNotFound(column, header);
}

/** The error for a lost draft: the process or its store was too slow to extend the lease. */
function draftLost(cause?: unknown): DialproofError {
  return new DialproofError('overloaded', {
    hint: 'the upload was interrupted by a delay of the server; send the file again',
    retryAfterMs: 1_000,
    ...(cause === undefined ? {} : { cause }),
  });
}
