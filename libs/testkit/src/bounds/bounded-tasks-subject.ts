import type { BoundedTasks, TaskArchive, TaskStore } from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';

/** The subject of a case: a task store of its own, with its bounds and its archive over the same tasks. */
export interface BoundedTasksSubject extends KeepsTime {
  readonly store: TaskStore;
  readonly bounded: BoundedTasks;
  readonly archive: TaskArchive;
}
