import { DialproofError, shortened } from '../../model/errors.js';
import type { E164 } from '../../model/identifiers.js';
import type { Reassigned } from '../../model/reassigned.js';
import type { VerificationStatus } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import type { TaskArchive } from '../../ports/optional/task-archive.js';
import type { TaskStore } from '../../ports/task-store.js';
import { findTask, type TaskRequest } from '../account-tasks.js';
import { NO_NUMBER } from '../row-block.js';
import { readableNumbers, type TaskAnswers, taskAnswers } from '../task-answers.js';
import { wantedStatuses } from './result-request.js';
import { rowsOfBlock, storedBlocks } from './stored-blocks.js';

interface RowsRequest extends TaskRequest {
  /** Only rows with one of these statuses, at least one. Default: all rows, also those whose number was not checked yet. */
  readonly statuses?: readonly VerificationStatus[] | undefined;
  /** The most rows, from 1. With `statuses`, a page may have fewer rows, or none, although more follow. */
  readonly limit: number;
  /** The `nextCursor` of the page before. Default: the first page. */
  readonly cursor?: string | null;
}

/** A row of data of a task's file. */
export interface TaskRow {
  /** Its position among the rows of data, from 1. */
  readonly row: number;
  /** Its cell in the phone column, as in the file; a long one is cut and ends with `…`. */
  readonly cell: string;
  /** The number that it carries; null for none. */
  readonly phone: E164 | null;
  /** Null until its number was checked. `unknown` for a row without a number. */
  readonly status: VerificationStatus | null;
  /** The source of the answer and the reason of the status, if the checker gave them; else null. */
  readonly source: string | null;
  readonly reason: string | null;
  /** The time of the answer, in milliseconds since 1970, to the second; null if there is none. */
  readonly checkedAt: number | null;
  /** Whether its number was reassigned since the date of consent; null if no column of dates was read, or there is no answer. */
  readonly reassigned: Reassigned | null;
}

export interface TaskRowPage {
  /** The rows of the page, in the order of the file. */
  readonly rows: readonly TaskRow[];
  /** The cursor of the next page; null if no row follows. */
  readonly nextCursor: string | null;
}

interface RowsSettings {
  readonly store: Pick<TaskStore, 'find' | 'rowBlock' | 'statuses'>;
  readonly archive: Pick<TaskArchive, 'numbers'>;
}

/** After this many examined rows, a page ends with their block. */
const MAX_EXAMINED = 10_000;

/** Longer cells are cut. */
const MAX_CELL_CHARS = 200;

/**
 * A page of a task's rows, also while it is processed. Blocks before the cursor are not read, and a page examines some ten thousand rows at
 * most. There is a turn of the event loop before each block.
 */
export async function taskRows(settings: RowsSettings, request: RowsRequest): Promise<TaskRowPage> {
  const { cursor = null, limit } = request;
  const wanted = wantedStatuses(request.statuses);
  const start = cursor === null ? FIRST : readCursor(cursor);
  const task = await findTask(settings, request);
  const answers = await taskAnswers(settings.store, task);
  const phones = new PhonesOfTask(settings, task);
  const isWanted = (number: number): boolean => {
    const status = answers.statusOrOpen(number);
    return wanted === undefined || (status !== null && wanted.has(status));
  };
  const rows: TaskRow[] = [];
  let place = start;
  let examined = 0;
  for await (const block of storedBlocks(settings.store, task, start.block)) {
    if (examined >= MAX_EXAMINED) return { rows, nextCursor: cursorOf(place) };
    examined += block.numberIndexes.length;
    const column = task.file.phoneColumn.index;
    // Lines are not split if no row is wanted.
    const found = block.numberIndexes.some(isWanted) ? rowsOfBlock(block, column, place.index) : [];
    for (const { index, number, cell } of found) {
      if (!isWanted(number)) continue;
      // A further wanted row shows that another page follows.
      if (rows.length === limit) return { rows, nextCursor: cursorOf({ ...place, index }) };
      rows.push(await shownRow(place.rowsBefore + index + 1, cell(), number, { answers, phones }));
    }
    place = { block: place.block + 1, index: 0, rowsBefore: place.rowsBefore + block.numberIndexes.length };
  }
  return { rows, nextCursor: null };
}

async function shownRow(
  row: number,
  cell: string,
  number: number,
  { answers, phones }: { readonly answers: TaskAnswers; readonly phones: PhonesOfTask },
): Promise<TaskRow> {
  const { source = null, reason = null, checkedAt, reassigned = null } = answers.provenance(number);
  return {
    row,
    cell: shortened(cell, MAX_CELL_CHARS),
    phone: number === NO_NUMBER ? null : await phones.of(number),
    status: answers.statusOrOpen(number),
    source,
    reason,
    checkedAt: Number.isNaN(checkedAt) ? null : checkedAt * 1_000,
    reassigned,
  };
}

/** The numbers of a task. Only the chunks that a page needs are read. */
class PhonesOfTask {
  readonly #settings: RowsSettings;
  readonly #task: Task;
  readonly #chunks = new Map<number, readonly (E164 | undefined)[]>();

  constructor(settings: RowsSettings, task: Task) {
    this.#settings = settings;
    this.#task = task;
  }

  /**
   * The number with this index; null if it was erased, or if the task has failed since its chunk cannot be read. Code: `task_not_found`, if
   * the task was deleted meanwhile.
   */
  async of(number: number): Promise<E164 | null> {
    const { numbersPerChunk } = this.#task.file;
    const index = Math.floor(number / numbersPerChunk);
    const phones = this.#chunks.get(index) ?? (await this.#read(index));
    this.#chunks.set(index, phones);
    return phones[number % numbersPerChunk] ?? null;
  }

  async #read(index: number): Promise<readonly (E164 | undefined)[]> {
    return (await readableNumbers(this.#settings, this.#task, index))?.numbers ?? [];
  }
}

/** A position in a task's rows. */
interface Place {
  readonly block: number;
  /** The position in the block, from 0. */
  readonly index: number;
  /** Rows of the blocks before. */
  readonly rowsBefore: number;
}

const FIRST: Place = { block: 0, index: 0, rowsBefore: 0 };

function cursorOf({ block, index, rowsBefore }: Place): string {
  return `${block}.${index}.${rowsBefore}`;
}

function readCursor(cursor: string): Place {
  const [, block, index, rowsBefore] = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (block === undefined || index === undefined || rowsBefore === undefined) {
    throw new DialproofError('malformed_request', {
      hint: 'the cursor is not one that a page of rows has given',
    });
  }
  return { block: Number(block), index: Number(index), rowsBefore: Number(rowsBefore) };
}
