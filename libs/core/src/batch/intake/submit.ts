import { basename } from 'node:path';
import { type LinkedSignal, linkSignals } from '../../async/linked-signal.js';
import { DialproofError, isDialproofError } from '../../model/errors.js';
import type { FileReading } from '../../model/file-reading.js';
import { type AccountId, newTaskId, taskHoldId } from '../../model/identifiers.js';
import type { Task } from '../../model/task.js';
import type { CreditLedger } from '../../ports/credit-ledger.js';
import type { Lease, TaskContents } from '../../ports/task-store.js';
import { openTable } from '../../tables/open-table.js';
import { closeUnread } from '../../tables/upload-content.js';
import type { IntakeSettings } from '../batch-settings.js';
import { LeaseKeeper } from '../lease-keeper.js';
import { readFile } from './read-file.js';
import type { UploadLine } from './upload-line.js';

export interface SubmitRequest extends FileReading {
  readonly accountId: AccountId;
  /** The file's own name; its ending, .csv or .xlsx, is part of the contract. Folders in it are dropped. */
  readonly fileName: string;
  /** The file's bytes. It is read once, to its end or until something is wrong, and then closed. */
  readonly content: AsyncIterable<Uint8Array>;
  /** Ends the upload; nothing of it remains. */
  readonly signal?: AbortSignal;
}

/** Reads a file when its turn has come and makes it a task. The content of a file that is refused before that is closed unread. */
export async function submitFile(
  settings: IntakeSettings,
  request: SubmitRequest,
  line: UploadLine,
  closing: AbortSignal,
): Promise<Task> {
  const ended = linkSignals(closing, request.signal);
  let leave = (): void => undefined;
  try {
    try {
      await assertHasCredits(settings.ledger, request.accountId);
      leave = await line.enter(request.accountId, ended.signal);
    } catch (error) {
      await closeUnread(request.content);
      throw refusal(error, ended.signal);
    }
    return await new Upload(settings, request, ended).store();
  } finally {
    leave();
    ended.unlink();
  }
}

/**
 * One file on its way in: draft, rows, hold, task. Whatever fails on the way undoes what came before it; if the process dies instead,
 * the draft is left behind with its lease, and whoever claims it then does the same.
 */
class Upload {
  readonly #settings: IntakeSettings;
  readonly #request: SubmitRequest;
  readonly #ended: LinkedSignal;
  readonly #taskId = newTaskId();
  readonly #holdId = taskHoldId(this.#taskId, 1);
  #lease: Lease | undefined;
  #keeper: LeaseKeeper | undefined;
  /** Whether the hold may have been made. */
  #isHeld = false;

  constructor(settings: IntakeSettings, request: SubmitRequest, ended: LinkedSignal) {
    this.#settings = settings;
    this.#request = request;
    this.#ended = ended;
  }

  async store(): Promise<Task> {
    try {
      const contents = await this.#read();
      this.#ended.signal.throwIfAborted();
      const { accountId } = this.#request;
      this.#isHeld = true;
      await this.#settings.ledger.hold({
        holdId: this.#holdId,
        accountId,
        credits: contents.heldCredits,
        expiresAfterMs: null,
      });
      return await this.#enqueue(contents);
    } catch (error) {
      // Judged before the clearing up, during which the lease may end.
      const refused = refusal(error, this.#ended.signal);
      await this.#undo().catch((reason) => this.#settings.reporter.report('cleanup_failed', reason));
      throw refused;
    } finally {
      this.#keeper?.stop();
    }
  }

  async #read(): Promise<TaskContents> {
    const { accountId, content, encoding, fileName } = this.#request;
    const { tableLimits, tempDirectory } = this.#settings;
    const table = await openTable(
      { fileName, content },
      { limits: tableLimits, tempDirectory, encoding, signal: this.#ended.signal },
    );
    const intake = { fileName: basename(fileName.replaceAll('\\', '/')), reading: this.#request };
    return await readFile(table, intake, this.#settings, {
      beginDraft: () => this.#begin(),
      assertAffordable: affordable(this.#settings.ledger, accountId),
    });
  }

  async #begin(): Promise<Lease> {
    const { leaseMs, store } = this.#settings;
    const lease = await store.begin({ taskId: this.#taskId, accountId: this.#request.accountId, leaseMs });
    this.#lease = lease;
    this.#keeper = new LeaseKeeper(lease, this.#settings, () => this.#ended.abort(draftLost()));
    return lease;
  }

  /** Where the connection breaks before the answer comes, a task may be there all the same. */
  async #enqueue(contents: TaskContents): Promise<Task> {
    const { store } = this.#settings;
    try {
      return await store.enqueue(this.#leaseOfDraft(), contents);
    } catch (error) {
      const task = await store.find(this.#taskId).catch(() => undefined);
      if (task === undefined) throw error;
      return task;
    }
  }

  async #undo(): Promise<void> {
    if (this.#lease === undefined) return;
    const { ledger, store } = this.#settings;
    if (this.#isHeld) {
      // Without its hold a task would be free. If nobody can say whether there is one, that is left to whoever claims what there is.
      if ((await store.find(this.#taskId)) !== undefined) return;
      await ledger.settle({ holdId: this.#holdId, accountId: this.#request.accountId, credits: 0 });
    }
    await store.discard(this.#lease);
  }

  #leaseOfDraft(): Lease {
    if (this.#lease === undefined) throw new TypeError('a file without a draft cannot become a task');
    return this.#lease;
  }
}

async function assertHasCredits(ledger: Pick<CreditLedger, 'balance'>, accountId: AccountId): Promise<void> {
  const { available } = await ledger.balance(accountId);
  if (available > 0) return;
  throw new DialproofError('insufficient_credits', { hint: 'the account has no credits available' });
}

/**
 * Refuses a file as soon as it has more numbers than the account has credits. The balance is read only when the one that
 * was read last is too low: credits may have come in the meantime.
 */
function affordable(ledger: Pick<CreditLedger, 'balance'>, accountId: AccountId) {
  let available = 0;
  return async (rowsWithNumber: number): Promise<void> => {
    if (rowsWithNumber <= available) return;
    ({ available } = await ledger.balance(accountId));
    if (rowsWithNumber <= available) return;
    throw new DialproofError('insufficient_credits', {
      hint: `the file needs at least ${rowsWithNumber} credits, ${available} are available`,
    });
  };
}

/** The draft's lease ended before its time: the process, or its store, could not keep up. */
function draftLost(cause?: unknown): DialproofError {
  return new DialproofError('overloaded', {
    hint: 'the upload was interrupted by a delay of the server; send the file again',
    retryAfterMs: 1_000,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** The error that the caller sees: an upload that was ended fails in whatever step it was in, and is told that it was ended. */
function refusal(error: unknown, { aborted, reason }: AbortSignal): unknown {
  if (!aborted) return isDialproofError(error, 'task_not_found') ? draftLost(error) : error;
  if (isDialproofError(reason)) return reason;
  return new DialproofError('upload_interrupted', {
    hint: 'the upload ended before its last byte',
    cause: error,
  });
}
