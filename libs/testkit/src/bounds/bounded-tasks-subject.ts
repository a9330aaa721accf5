import type { BoundedTasks, TaskArchive, TaskStore } from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';

/** What a case of the contract is given: a task store of its own, with its bounds and its archive over the same tasks. */
export interface BoundedTasksSubject extends KeepsTime {
  readonly store: TaskStore;
  readonly bounded: BoundedTasks;
  readonly archive: TaskArchive;
}
