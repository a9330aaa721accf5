import type { TaskArchive, TaskStore } from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';

/** The subject of a case: a task store of its own, and its archive over the same tasks, often the same object. */
export interface TaskArchiveSubject extends KeepsTime {
  readonly store: TaskStore;
  readonly archive: TaskArchive;
}
