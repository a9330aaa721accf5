import { DialproofError } from '../../model/errors.js';
import type { TaskId } from '../../model/identifiers.js';
import { namesWith, type Task, type TaskStatus } from '../../model/task.js';
import type {
  TaskArchive,
  TaskExpiry,
  TaskListRequest,
  TaskPage,
  TaskPart,
} from '../../ports/optional/task-archive.js';
import type { MemoryTask } from './memory-task.js';

/** The part of the store that the archive uses. */
export interface ArchivedTasks {
  readonly tasks: Map<TaskId, MemoryTask>;
  show(task: MemoryTask): Task;
  /** The time of the task store, in milliseconds since 1970. */
  now(): number;
  /** Whether a list keeps the task. */
  isKept(taskId: TaskId): boolean;
}

/** The {@link TaskArchive} of a {@link MemoryTaskStore}. */
export class MemoryTaskArchive implements TaskArchive {
  readonly #store: ArchivedTasks;

  constructor(store: ArchivedTasks) {
    this.#store = store;
  }

  async list({ accountId, status, fileName, limit, cursor }: TaskListRequest): Promise<TaskPage> {
    const after = cursor === null ? null : readCursor(cursor);
    const isNamed = fileName === null ? () => true : namesWith(fileName);
    const following = [...this.#store.tasks.values()]
      .filter((task) => task.accountId === accountId && isShown(task, status))
      .filter(({ document }) => isNamed(document.task?.file.name ?? ''))
      .sort((one, other) => byAge(positionOf(one), positionOf(other)))
      .filter((task) => after === null || byAge(positionOf(task), after) > 0);
    const page = following.slice(0, limit);
    const last = page.at(-1);
    return {
      tasks: page.map((task) => this.#store.show(task)),
      nextCursor: last === undefined || following.length === page.length ? null : cursorOf(positionOf(last)),
    };
  }

  async numbers(taskId: TaskId, chunkIndex: number): Promise<Uint8Array | undefined> {
    return this.#store.tasks.get(taskId)?.numbers(chunkIndex);
  }

  async remove(taskId: TaskId): Promise<boolean> {
    const task = this.#store.tasks.get(taskId);
    if (task === undefined || !isRemovable(task)) return false;
    return this.#store.tasks.delete(taskId);
  }

  async rewrite(taskId: TaskId, part: TaskPart): Promise<boolean> {
    const task = this.#store.tasks.get(taskId);
    if (task === undefined || !isRemovable(task)) return false;
    switch (part.kind) {
      case 'rows':
        return task.replaceRows(part);
      case 'file':
        if (JSON.stringify(task.document.task?.file) !== JSON.stringify(part.before)) return false;
        task.document.replaceFile(part.after);
        return true;
      case 'numbers':
        return task.replaceNumbers(part);
      default:
        return part satisfies never;
    }
  }

  async expire({ endedBeforeMs, limit }: TaskExpiry): Promise<number> {
    const endedUntil = this.#store.now() - endedBeforeMs;
    const expired = [...this.#store.tasks.values()]
      .filter((task) => isRemovable(task) && endOf(task) <= endedUntil && !this.#store.isKept(task.taskId))
      .sort((one, other) => endOf(one) - endOf(other))
      .slice(0, limit);
    for (const { taskId } of expired) this.#store.tasks.delete(taskId);
    return expired.length;
  }
}

function isShown({ document }: MemoryTask, status: TaskStatus | null): boolean {
  return document.task !== null && (status === null || document.task.status === status);
}

function isRemovable({ document }: MemoryTask): boolean {
  return document.isAtRest;
}

function endOf({ document }: MemoryTask): number {
  return document.endedAt ?? Number.POSITIVE_INFINITY;
}

/** The position of a task in the order of a list. */
interface ListPosition {
  readonly createdAt: number;
  /** Orders tasks that were created at the same time. */
  readonly serial: number;
}

function positionOf({ document, serial }: MemoryTask): ListPosition {
  return { createdAt: document.task?.createdAt ?? 0, serial };
}

/** Newest first. */
function byAge(a: ListPosition, b: ListPosition): number {
  return b.createdAt - a.createdAt || b.serial - a.serial;
}

function cursorOf({ createdAt, serial }: ListPosition): string {
  return `${createdAt}.${serial}`;
}

function readCursor(cursor: string): ListPosition {
  const [, createdAt, serial] = /^(-?\d{1,16})\.(\d{1,16})$/.exec(cursor) ?? [];
  if (createdAt === undefined || serial === undefined) {
    throw new DialproofError('malformed_request', { hint: 'the cursor is not one that a list has given' });
  }
  return { createdAt: Number(createdAt), serial: Number(serial) };
}
