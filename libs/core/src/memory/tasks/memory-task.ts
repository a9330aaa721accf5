import type { TaskDocument } from '../../documents/task-document.js';
import { type AccountUsage, STORED_TASK_BYTES, utcDayOf } from '../../model/accounts.js';
import type { AccountId, TaskId } from '../../model/identifiers.js';
import type { TaskPart } from '../../ports/optional/task-archive.js';
import type { StoreTime } from '../../ports/store-time.js';
import type { RetryContents, TaskContents } from '../../ports/task-store.js';

/** Counts the tasks that each account has queued on the present day of the store's time. */
export class MemoryTaskDay {
  readonly #time: StoreTime;
  readonly #tasks = new Map<AccountId, number>();
  #day = Number.NEGATIVE_INFINITY;

  constructor(time: StoreTime) {
    this.#time = time;
  }

  count(accountId: AccountId): void {
    this.#tasks.set(accountId, this.tasksOf(accountId) + 1);
  }

  tasksOf(accountId: AccountId): number {
    const { day } = utcDayOf(this.#time.now());
    if (day !== this.#day) this.#tasks.clear();
    this.#day = day;
    return this.#tasks.get(accountId) ?? 0;
  }

  endsInMs(): number {
    return utcDayOf(this.#time.now()).endsInMs;
  }
}

/** The usage of an account: its share of these tasks, and the tasks that it has queued on this day. */
export function usageOf(accountId: AccountId, tasks: Iterable<MemoryTask>, day: MemoryTaskDay): AccountUsage {
  let unfinishedTasks = 0;
  let bytes = 0;
  for (const task of tasks) {
    const { accountId: owner, document } = task;
    if (owner !== accountId || document.task === null) continue;
    if (!document.hasEnded) unfinishedTasks += 1;
    bytes += task.storedBytes();
  }
  const tasksToday = day.tasksOf(accountId);
  return { unfinishedTasks, storedBytes: bytes, tasksToday, dayEndsInMs: day.endsInMs() };
}

/** A task of the {@link MemoryTaskStore}, or its draft: the document, and the bytes beside it. They are copied in and out. */
export class MemoryTask {
  readonly document: TaskDocument;
  readonly #rowBlocks: Uint8Array[] = [];
  #chunks: readonly Uint8Array[] = [];
  #statuses: (Uint8Array | undefined)[] = [];
  /**
   * The position of the task among those that its account enqueued; 0 for a draft. Cursors contain it, so it must not count other accounts'
   * tasks.
   */
  serial = 0;

  constructor(document: TaskDocument) {
    this.document = document;
  }

  get taskId(): TaskId {
    return this.document.taskId;
  }

  get accountId(): AccountId {
    return this.document.accountId;
  }

  appendRows(index: number, block: Uint8Array): void {
    if (!Number.isInteger(index) || index < 0 || index > this.#rowBlocks.length) {
      throw new RangeError(`row block ${index} cannot follow ${this.#rowBlocks.length} row blocks`);
    }
    this.#rowBlocks[index] = new Uint8Array(block);
  }

  rowBlock(index: number): Uint8Array | undefined {
    return copyOf(this.#rowBlocks[index]);
  }

  /** Replaces a block that equals `before`. Returns whether there was one. */
  replaceRows({ after, before, index }: Extract<TaskPart, { kind: 'rows' }>): boolean {
    if (!isSame(this.#rowBlocks[index], before)) return false;
    this.#rowBlocks[index] = new Uint8Array(after);
    return true;
  }

  /** Replaces a chunk that equals `before`. Returns whether there was one. */
  replaceNumbers({ after, before, chunkIndex }: Extract<TaskPart, { kind: 'numbers' }>): boolean {
    const isAsRead =
      isSame(this.#chunks[chunkIndex], before.numbers) &&
      isSame(this.#statuses[chunkIndex], before.statuses ?? undefined);
    if (!isAsRead) return false;
    this.#chunks = this.#chunks.with(chunkIndex, new Uint8Array(after.numbers));
    if (after.statuses !== null) this.keepStatuses({ chunkIndex, statuses: after.statuses });
    return true;
  }

  keepChunks({ chunks }: TaskContents): void {
    this.#chunks = chunks.map((numbers) => new Uint8Array(numbers));
    this.#statuses = chunks.map(() => undefined);
  }

  chunk(index: number): Uint8Array {
    return new Uint8Array(this.#chunks[index] ?? []);
  }

  /** The numbers of a chunk; undefined if there is no chunk with this index. */
  numbers(index: number): Uint8Array | undefined {
    return copyOf(this.#chunks[index]);
  }

  /** The recorded statuses of a chunk. */
  statusesOf(index: number): Uint8Array | undefined {
    return copyOf(this.#statuses[index]);
  }

  statuses(): (Uint8Array | undefined)[] {
    return this.#statuses.map(copyOf);
  }

  keepStatuses(...chunks: RetryContents['reopened']): void {
    for (const { chunkIndex, statuses } of chunks) this.#statuses[chunkIndex] = new Uint8Array(statuses);
  }

  /** The bytes that count as stored for this task, with these chunks or its own. */
  storedBytes(chunks: readonly Uint8Array[] = this.#chunks): number {
    return [...this.#rowBlocks, ...chunks].reduce((bytes, part) => bytes + part.length, STORED_TASK_BYTES);
  }
}

function isSame(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;
}

function copyOf(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes && new Uint8Array(bytes);
}

/**
 * Unfinished tasks in the order of their turns. Maps keep the order of insertion: here, the account that was served longest ago comes
 * first, and so does the task within its account.
 */
export class MemoryTurns {
  readonly #accounts = new Map<AccountId, Set<MemoryTask>>();

  add(task: MemoryTask): void {
    const tasks = this.#accounts.get(task.accountId) ?? new Set();
    this.#accounts.set(task.accountId, tasks.add(task));
  }

  remove(task: MemoryTask): void {
    const tasks = this.#accounts.get(task.accountId);
    tasks?.delete(task);
    if (tasks?.size === 0) this.#accounts.delete(task.accountId);
  }

  /** Moves a served task behind the others of its account, and its account behind the other accounts. */
  pass(task: MemoryTask): void {
    const tasks = this.#accounts.get(task.accountId);
    if (!tasks?.delete(task)) return;
    this.#accounts.delete(task.accountId);
    this.#accounts.set(task.accountId, tasks.add(task));
  }

  *[Symbol.iterator](): Generator<MemoryTask, void, undefined> {
    for (const tasks of this.#accounts.values()) yield* tasks;
  }
}
