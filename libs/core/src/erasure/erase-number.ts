import { Turn } from '../async/turn.js';
import { accountTasks } from '../batch/account-tasks.js';
import { chunkWithout } from '../batch/number-chunk.js';
import { isRecordedChunk, withoutOrigin } from '../batch/recorded-chunk.js';
import { editList, unlessDeleted } from '../lists/list-edits.js';
import { DialproofError, notSupported } from '../model/errors.js';
import type { AccountId, E164, TaskId } from '../model/identifiers.js';
import { hasEnded, type Task, type TaskFile } from '../model/task.js';
import { normalizePhone } from '../phone/normalize-phone.js';
import type { Clock } from '../ports/clock.js';
import type { ListStore } from '../ports/optional/list-store.js';
import type { ReplayStore } from '../ports/optional/replay-store.js';
import type { SingleAnswerStore } from '../ports/optional/single-answer-store.js';
import type { SuppressionList } from '../ports/optional/suppression-list.js';
import type { TaskArchive, TaskPart } from '../ports/optional/task-archive.js';
import type { TaskStore } from '../ports/task-store.js';
import { erasedHeader, erasedRows, type WrittenNumber, writtenNumber } from './erased-rows.js';

export interface EraseRequest {
  readonly accountId: AccountId;
  /** The number in any spelling that `normalizePhone` understands. */
  readonly phone: string;
  /** True: the number is suppressed from now on. False: it is removed from the suppression list. Default: the list stays unchanged. */
  readonly suppress?: boolean;
  /** Stops the erasure. A repeat erases the rest. */
  readonly signal?: AbortSignal;
}

export interface NumberErasure {
  /** Tasks from which the number was erased. A repeat counts none of them again. */
  readonly tasks: number;
  /** Rows of these tasks from which a cell or a part of one was erased. */
  readonly rows: number;
  /** Unfinished tasks that have the number: nothing of them is erased. Cancel them or wait, and repeat. */
  readonly unfinished: readonly TaskId[];
  /** Stored answers that were deleted: that of a single check, and replies to requests with an `Idempotency-Key`. */
  readonly answers: number;
}

export interface EraseSettings {
  readonly archive: TaskArchive | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly lists: ListStore | null;
  readonly maxSuppressionsPerAccount: number;
  readonly replays: Pick<ReplayStore, 'forget'> | null;
  readonly singleAnswers: Pick<SingleAnswerStore, 'remove'> | null;
  readonly store: Pick<TaskStore, 'find' | 'rowBlock' | 'statuses'>;
  readonly suppressions: SuppressionList | null;
}

/**
 * Erases a number from all stored data of an account. Each step may be repeated. The number is removed from the chunk of a task last: as
 * long as it is there, a repeat finds it and does all steps again.
 */
export async function eraseNumber(
  settings: EraseSettings,
  { accountId, signal, suppress, ...request }: EraseRequest,
): Promise<NumberErasure> {
  const { archive, lists, replays, singleAnswers } = settings;
  const phone = normalizePhone(request.phone);
  if (archive === null) throw notSupported('archive');
  // The first step: unfinished tasks no longer check the number.
  if (suppress !== undefined) await changeSuppression(settings, { accountId, phone, suppress });
  const written = writtenNumber(phone);
  const unfinished: TaskId[] = [];
  let [tasks, rows] = [0, 0];
  for await (const task of accountTasks(archive, accountId)) {
    const erased = await new TaskErasure({ ...settings, archive }, task, { phone, signal, written }).run();
    if (erased === 'unfinished') unfinished.push(task.taskId);
    else if (erased !== undefined) {
      tasks += 1;
      rows += erased;
    }
  }
  if (lists !== null) await eraseFromLists(lists, accountId, written);
  const isGone = (reply: Uint8Array): boolean => written.isIn(Buffer.from(reply).toString('latin1'));
  const replies = (await replays?.forget(accountId, isGone)) ?? 0;
  const hadAnswer = (await singleAnswers?.remove(accountId, phone)) ?? false;
  return { tasks, rows, unfinished, answers: replies + Number(hadAnswer) };
}

async function changeSuppression(
  { clock, maxSuppressionsPerAccount: maxPerAccount, suppressions }: EraseSettings,
  {
    accountId,
    phone,
    suppress,
  }: { readonly accountId: AccountId; readonly phone: E164; readonly suppress: boolean },
): Promise<void> {
  if (suppressions === null) throw notSupported('suppressions');
  if (!suppress) await suppressions.remove(accountId, phone);
  else if (
    (await suppressions.add({ accountId, phones: [phone], addedAt: clock.now(), maxPerAccount })) ===
    undefined
  )
    throw new DialproofError('too_many_suppressions');
}

/**
 * Erases the number from the names of lists, which the page takes from files, and clears key columns with it, since the header of the file
 * no longer has it.
 */
async function eraseFromLists(
  lists: ListStore,
  accountId: AccountId,
  { cutOut, isIn }: WrittenNumber,
): Promise<void> {
  for (const { list } of await lists.all(accountId)) {
    if (![list.name, list.keyColumn ?? ''].some(isIn)) continue;
    const renamed = editList(lists, list, ({ dueAt, list: present }) => {
      const { keyColumn, name } = present;
      const isErased = keyColumn !== null && isIn(keyColumn);
      return {
        list: { ...present, name: cutOut(name), keyColumn: isErased ? null : keyColumn },
        dueAt,
      };
    });
    await renamed.catch(unlessDeleted);
  }
}

/** A number in a chunk of a task. */
interface FoundNumber {
  readonly chunkIndex: number;
  readonly position: number;
  readonly numbers: Uint8Array;
  /** The chunk without the number. */
  readonly chunk: Uint8Array;
}

interface ErasedPart {
  readonly part: TaskPart;
  /** The count of its rows from which something is erased. */
  readonly rows?: number;
}

/** More tries than concurrent erasures and retries ever need. */
const MOST_TRIES = 100;

/** The erasure of a number from one task. */
class TaskErasure {
  readonly #settings: Pick<EraseSettings, 'store'> & { readonly archive: TaskArchive };
  #task: Task;
  readonly #phone: E164;
  readonly #written: WrittenNumber;
  readonly #signal: AbortSignal | undefined;
  readonly #turn = new Turn();
  #isFound = false;
  #rows = 0;

  constructor(
    settings: Pick<EraseSettings, 'store'> & { readonly archive: TaskArchive },
    task: Task,
    {
      phone,
      signal,
      written,
    }: { readonly phone: E164; readonly signal: AbortSignal | undefined; readonly written: WrittenNumber },
  ) {
    this.#settings = settings;
    this.#task = task;
    this.#phone = phone;
    this.#written = written;
    this.#signal = signal;
  }

  /** Resolves to the count of rows from which something was erased; to undefined if the task does not have the number or was deleted. */
  async run(): Promise<number | 'unfinished' | undefined> {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const found = await this.#find();
      if (!hasEnded(this.#task.status)) return found === undefined ? undefined : 'unfinished';
      if (await this.#erase(found)) return this.#isFound ? this.#rows : undefined;
      const task = await this.#settings.store.find(this.#task.taskId);
      if (task === undefined) return undefined;
      // A retry has begun, or another erasure has changed the task: its remaining parts are read again.
      this.#task = task;
    }
    return 'unfinished';
  }

  /** Resolves to whether everything is erased; false if something has changed meanwhile. */
  async #erase(found: FoundNumber | undefined): Promise<boolean> {
    this.#isFound ||= found !== undefined;
    const { file, taskId } = this.#task;
    const index = found && found.chunkIndex * file.numbersPerChunk + found.position;
    const parts: (() => AsyncIterable<ErasedPart>)[] = [
      () => this.#rowParts(index),
      () => this.#fileParts(),
      () => this.#numberParts(found),
    ];
    for (const partsOf of parts) {
      for await (const { part, rows = 0 } of partsOf()) {
        if (!(await this.#settings.archive.rewrite(taskId, part))) return false;
        this.#isFound = true;
        this.#rows += rows;
      }
    }
    return true;
  }

  async #find(): Promise<FoundNumber | undefined> {
    for (let chunkIndex = 0; ; chunkIndex += 1) {
      await this.#step();
      const numbers = await this.#settings.archive.numbers(this.#task.taskId, chunkIndex);
      if (numbers === undefined) return undefined;
      const found = readable(() => chunkWithout(numbers, this.#phone, withoutOrigin));
      if (found !== undefined) return { chunkIndex, numbers, ...found };
    }
  }

  async *#rowParts(index: number | undefined): AsyncGenerator<ErasedPart, void, undefined> {
    const { file, taskId } = this.#task;
    // The block behind the last one holds the header.
    for (let at = 0; at <= file.rowBlocks; at += 1) {
      await this.#step();
      const before = await this.#settings.store.rowBlock(taskId, at);
      if (before === undefined) continue;
      const replaced = { kind: 'rows', index: at, before } as const;
      if (at === file.rowBlocks) {
        const after = erasedHeader(before, this.#written);
        if (after !== undefined) yield { part: { ...replaced, after } };
        continue;
      }
      const erased = readable(() => erasedRows(before, index, this.#written));
      if (erased !== undefined) yield { part: { ...replaced, after: erased.block }, rows: erased.rows };
    }
  }

  /** Also counts the erasure, which changes the version of the results that clients have cached. */
  async *#fileParts(): AsyncGenerator<ErasedPart, void, undefined> {
    const { file: before } = this.#task;
    const erased = withoutNumber(before, this.#written);
    if (!this.#isFound && JSON.stringify(erased) === JSON.stringify(before)) return;
    const after = { ...erased, erasures: (before.erasures ?? 0) + 1 };
    yield { part: { kind: 'file', before, after } };
  }

  async *#numberParts(found: FoundNumber | undefined): AsyncGenerator<ErasedPart, void, undefined> {
    if (found === undefined) return;
    const { chunk, chunkIndex, numbers, position } = found;
    const statuses = (await this.#settings.store.statuses(this.#task.taskId))[chunkIndex] ?? null;
    // Damaged statuses stay: the task has failed because of them.
    const isSound = statuses !== null && isRecordedChunk(statuses, null);
    const after = { numbers: chunk, statuses: isSound ? withoutOrigin(statuses, position) : statuses };
    yield { part: { kind: 'numbers', chunkIndex, before: { numbers, statuses }, after } };
  }

  async #step(): Promise<void> {
    this.#signal?.throwIfAborted();
    if (this.#turn.isLong) await this.#turn.next();
  }
}

/** Erases the number from the names and the notes of a file. */
function withoutNumber(file: TaskFile, { cutOut }: WrittenNumber): TaskFile {
  const { name, notes, phoneColumn, sheet } = file;
  return {
    ...file,
    name: cutOut(name),
    sheet: sheet && cutOut(sheet),
    phoneColumn: { ...phoneColumn, name: cutOut(phoneColumn.name) },
    notes: notes.map((note) => ({
      ...note,
      hint: cutOut(note.hint),
      ...(note.values === undefined ? {} : { values: note.values.map(cutOut) }),
    })),
  };
}

/** Reads bytes; undefined if they are damaged, so that the rest of the failed task can be erased. */
function readable<Found>(read: () => Found): Found | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
