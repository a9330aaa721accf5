import { DialproofError } from '../../model/errors.js';
import type { E164, TaskId } from '../../model/identifiers.js';
import { CHANGE_KINDS, type ChangeKind, type VerificationStatus } from '../../model/statuses.js';
import { assertDone, type Task } from '../../model/task.js';
import type { TaskStore } from '../../ports/task-store.js';
import { findTask, type TaskRequest } from '../account-tasks.js';
import { decoded } from '../damaged-rows.js';
import { SUPPRESSED } from '../suppressed-numbers.js';
import { type KeyAt, keyColumns, keysAt } from './change-keys.js';
import {
  type ComparedTasks,
  type CompareSettings,
  compareTasks,
  NOWHERE,
  type TaskNumbers,
  taskBefore,
} from './compare-tasks.js';
import { type ReplacedNumbers, replacedNumbers } from './replaced-numbers.js';

export interface ChangesRequest extends TaskRequest, CompareRequest {
  /** The task before, of the same account. */
  readonly against: TaskId;
}

/** The part of the changes that is asked for. */
export interface CompareRequest {
  /** Only changes of these kinds, at least one. Default: all. The counts are always those of all kinds. */
  readonly kinds?: readonly ChangeKind[];
  /** The most changes, from 1. Default: all. */
  readonly limit?: number;
  /** The `nextCursor` of the page before, for the same two tasks. Default: the first page. */
  readonly cursor?: string | null;
  /**
   * Header or position (from 0) of the column that identifies a row, such as the id of a customer. Each change then has a `key`, and a
   * number whose key had another number before is one change, `replaced`. A position refers to the task's file; in the file of the task
   * before, the column is found by its header. Default: changes without keys.
   */
  readonly keyColumn?: string | number;
  /** Ends the comparison, which rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The change of a number. Times are milliseconds since 1970, to the second. */
export interface NumberChange {
  readonly phone: E164;
  readonly change: ChangeKind;
  /** With a `keyColumn`: the number that it replaced; null if it replaced none. The task may still have that number with another key. */
  readonly previousPhone?: E164 | null;
  /** Its status in the task before, or the status of `previousPhone` there; null if that number was not there, or its check failed. */
  readonly from: VerificationStatus | null;
  /** Its status in the task; null if it is not there, or its check failed. */
  readonly to: VerificationStatus | null;
  /** When `from` was found; null if unknown. */
  readonly fromCheckedAt: number | null;
  /** When `to` was found; null if unknown. */
  readonly toCheckedAt: number | null;
  /**
   * With a `keyColumn`: the cell of that column in the first row that carries the number. For `went` it is a row of the task before; for
   * `replaced`, the first row with the key of both numbers. A long text is cut and ends with `…`. Null if the cell is empty or the file
   * lacks the column.
   */
  readonly key?: string | null;
}

/**
 * Counts of distinct numbers, and of rows without a number. Numbers of the task are counted as came, changed, replaced (they replaced
 * another one), unchanged or not compared. Numbers of the task before are among these, or went, or were replaced. One number may be
 * replaced by several.
 */
export interface ChangeCounts extends Readonly<Record<ChangeKind, number>> {
  /** Numbers of both tasks with the same status, unless they are counted as replaced. */
  readonly unchanged: number;
  /** Numbers of both tasks that cannot be compared: in one of them the check failed, or the number was suppressed. */
  readonly notCompared: number;
  /** Rows of the task without a number, which are not compared. */
  readonly rowsWithoutNumber: number;
  /** Rows of the task before without a number. */
  readonly rowsWithoutNumberBefore: number;
}

export interface TaskChanges {
  readonly task: Task;
  /** The counts of both tasks, whatever part of the changes was requested. */
  readonly counts: ChangeCounts;
  /** The number of `changes`. */
  readonly length: number;
  /** Whether each change has a `key` and a `previousPhone`. */
  readonly hasKeys: boolean;
  /**
   * The service's option: whether keys that a spreadsheet would take for a formula get an apostrophe before them in a file of the changes.
   */
  readonly neutralizeFormulas: boolean;
  /**
   * First the numbers that came, changed or replaced another one, in the order of the task's file, then those that went, in the order of
   * the file before. Each change is made when it is iterated, without reading the store.
   */
  readonly changes: Iterable<NumberChange>;
  /** The `cursor` of the next request; null if no change follows. It contains no phone number. */
  readonly nextCursor: string | null;
}

interface ChangesSettings extends CompareSettings {
  readonly store: CompareSettings['store'] & Pick<TaskStore, 'rowBlock'>;
  readonly neutralizeFormulas: boolean;
}

/** The list's own key column, used if the request names none. Both files may lack it; then all keys are null. */
interface OwnKeyColumn {
  readonly ownKeyColumn?: string | null;
}

/** The changes from one task of an account to another. */
export async function taskChanges(
  settings: ChangesSettings,
  request: ChangesRequest & OwnKeyColumn,
): Promise<TaskChanges> {
  const { against, cursor = null, limit = Number.POSITIVE_INFINITY, signal } = request;
  const kinds = wantedKinds(request.kinds);
  if (!(limit >= 1)) throw new RangeError(`limit must be at least 1, not ${limit}`);
  const start = cursor === null ? 0 : readCursor(cursor);
  const after = await findTask(settings, request);
  const before = await taskBefore(settings, request, against);
  assertDone(after, false);
  const tasks = [after, before] as const;
  const column = request.keyColumn ?? request.ownKeyColumn ?? undefined;
  const mayLack = request.keyColumn === undefined;
  const columns =
    column === undefined ? undefined : await keyColumns(settings.store, tasks, { column, mayLack });
  const compared = await compareTasks(settings, { after, before }, signal);
  const { store } = settings;
  const replaced = columns && (await replacedNumbers(store, tasks, { columns, compared, signal }));
  const { counts, places } = decoded(() => changedPlaces(compared, replaced?.previous, kinds, start));
  const shown = places.slice(0, limit);
  const next = places[shown.length];
  const keyed = columns &&
    replaced && {
      previous: replaced.previous,
      keyAt: await keysAt(store, tasks, { columns, places: shown, replaced, signal }),
    };
  return {
    task: after,
    counts,
    length: shown.length,
    hasKeys: keyed !== undefined,
    neutralizeFormulas: settings.neutralizeFormulas,
    changes: { [Symbol.iterator]: () => changesAt(compared, shown, keyed) },
    nextCursor: next === undefined ? null : String(next),
  };
}

/**
 * The position of each wanted change, from `start` on. Numbers of the task have the position of their index. Numbers of the task before
 * follow, by their index there. So positions stay the same as long as both tasks exist, also after a retry.
 */
function changedPlaces(
  { after, before, indexBefore, onlyBefore }: ComparedTasks,
  replaced: ReplacedNumbers['previous'] | undefined,
  kinds: ReadonlySet<string>,
  start: number,
): { readonly counts: ChangeCounts; readonly places: readonly number[] } {
  const { rowsWithoutNumber } = after;
  const counts = {
    ...{ came: 0, changed: 0, replaced: 0, went: 0, unchanged: 0, notCompared: 0 },
    ...{ rowsWithoutNumber, rowsWithoutNumberBefore: before.rowsWithoutNumber },
  };
  const places: number[] = [];
  const isReplaced = new Uint8Array(before.phones.length);
  for (let index = 0; index < indexBefore.length; index += 1) {
    if (after.phones[index] === undefined) continue;
    const earlier = indexBefore[index] ?? NOWHERE;
    const previous = replaced?.[index] ?? NOWHERE;
    if (previous !== NOWHERE) isReplaced[previous] = 1;
    const kind =
      previous !== NOWHERE
        ? 'replaced'
        : earlier === NOWHERE
          ? 'came'
          : kindInBoth(before, earlier, after, index);
    counts[kind] += 1;
    if (index >= start && kinds.has(kind)) places.push(index);
  }
  for (const index of onlyBefore) {
    if (isReplaced[index] === 1) continue;
    counts.went += 1;
    const place = indexBefore.length + index;
    if (place >= start && kinds.has('went')) places.push(place);
  }
  return { counts, places };
}

function kindInBoth(
  before: TaskNumbers,
  indexBefore: number,
  after: TaskNumbers,
  indexAfter: number,
): 'changed' | 'unchanged' | 'notCompared' {
  const from = checkedStatus(before, indexBefore);
  const to = checkedStatus(after, indexAfter);
  if (from === null || to === null) return 'notCompared';
  return from === to ? 'unchanged' : 'changed';
}

/** The status that a check gave; null if the check failed, or was not made since the number is suppressed. */
function checkedStatus({ answers }: TaskNumbers, index: number): VerificationStatus | null {
  const status = answers.answered(index);
  return status === 'unknown' && answers.provenance(index).reason === SUPPRESSED ? null : status;
}

function* changesAt(
  { after, before, indexBefore }: ComparedTasks,
  places: readonly number[],
  keyed: { readonly previous: ReplacedNumbers['previous']; readonly keyAt: KeyAt } | undefined,
): Generator<NumberChange, void, undefined> {
  for (const place of places) {
    const isInAfter = place < indexBefore.length;
    const indexAfter = isInAfter ? place : NOWHERE;
    const previous = keyed?.previous[place] ?? NOWHERE;
    const same = isInAfter ? (indexBefore[place] ?? NOWHERE) : place - indexBefore.length;
    const earlier = previous === NOWHERE ? same : previous;
    const from = answerAt(before, earlier);
    const to = answerAt(after, indexAfter);
    yield {
      // One of the two tasks has the number.
      phone: (after.phones[indexAfter] ?? before.phones[earlier]) as E164,
      change: previous !== NOWHERE ? 'replaced' : same === NOWHERE ? 'came' : isInAfter ? 'changed' : 'went',
      from: from.status,
      to: to.status,
      fromCheckedAt: from.checkedAt,
      toCheckedAt: to.checkedAt,
      ...(keyed && { key: keyed.keyAt(place), previousPhone: before.phones[previous] ?? null }),
    };
  }
}

function answerAt({ answers }: TaskNumbers, index: number): NumberAnswer {
  const status = index === NOWHERE ? null : answers.answered(index);
  if (status === null) return NO_ANSWER;
  const { checkedAt } = answers.provenance(index);
  return { status, checkedAt: Number.isNaN(checkedAt) ? null : checkedAt * 1_000 };
}

interface NumberAnswer {
  readonly status: VerificationStatus | null;
  readonly checkedAt: number | null;
}

const NO_ANSWER: NumberAnswer = { status: null, checkedAt: null };

function wantedKinds(kinds: ChangesRequest['kinds'] = CHANGE_KINDS): ReadonlySet<ChangeKind> {
  const isKind = (kind: ChangeKind): boolean => CHANGE_KINDS.includes(kind);
  if (!Array.isArray(kinds) || kinds.length === 0 || !kinds.every(isKind)) {
    throw new TypeError(`kinds must be a list of at least one of ${CHANGE_KINDS.join(', ')}`);
  }
  return new Set(kinds);
}

function readCursor(cursor: string): number {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new DialproofError('malformed_request', {
    hint: 'the cursor is not one that a page of changes has given',
  });
}
