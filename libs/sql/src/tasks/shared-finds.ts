import { isDialproofError, type Task, type TaskId } from '@dialproof/core';
import { SharedReads } from '../shared-reads.js';
import { findTask, shownTask, type TaskFinder } from './find-task.js';
import type { ShownRow } from './queries/find-queries.js';
import { queries } from './queries/task-queries.js';

/** The key of all finds: they share their reads, whatever they ask for. */
const ALL = '';

/**
 * Finds tasks on a server, where each statement is a round trip. Callers that come before a statement begins share it, and those that come
 * while it is under way share the next one, see {@link SharedReads}.
 */
export class SharedFinds {
  readonly #finder: TaskFinder;
  readonly #rows: SharedReads<ReadonlyMap<string, ShownRow>>;
  /** What the next statement asks for. */
  #asked = new Set<TaskId>();

  constructor(finder: TaskFinder) {
    this.#finder = finder;
    this.#rows = new SharedReads(() => this.#readAsked());
  }

  /** Undefined for drafts and unknown ids. */
  async find(taskId: TaskId): Promise<Task | undefined> {
    this.#asked.add(taskId);
    try {
      const row = (await this.#rows.of(ALL)).get(taskId);
      return row && shownTask(this.#finder, row);
    } catch (error) {
      if (isDialproofError(error, 'storage_unavailable')) throw error;
      // An id that JSON cannot carry to the server, or a row that cannot be read, must not fail the other callers.
      return await findTask(this.#finder, taskId);
    }
  }

  async #readAsked(): Promise<ReadonlyMap<string, ShownRow>> {
    const [taskId, ...others] = this.#asked;
    const taskIds = JSON.stringify([...this.#asked]);
    this.#asked = new Set();
    const { session } = this.#finder;
    // A single id without JSON around it is cheaper for the server.
    const rows =
      taskId !== undefined && others.length === 0
        ? await session.rows(queries.find, { taskId })
        : await session.rows(queries.findAll, { taskIds });
    return new Map(rows.map((row) => [row.task_id, row]));
  }
}
