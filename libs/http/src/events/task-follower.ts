import { hasEnded, type Task } from '@dialproof/core';
import type { SharedWatch } from './shared-watch.js';
import { stateId } from './task-event.js';

/** Follows a task by a watch that it may share with others. */
export class TaskFollower {
  readonly #watch: SharedWatch;
  /** The number of states that it has got from the watch. */
  #count: number;
  /** The state that it began with. The watch may return it again, and states that it had read before. */
  #found: Task | undefined;
  #isFirst = true;
  #hasEnded = false;

  /** `task`: the task as it was just found. */
  constructor(watch: SharedWatch, task: Task) {
    this.#watch = watch;
    // A new watch reads the task itself. The state of an existing watch may be a second old, with the next one an hour away, or it may be
    // newer than the found one.
    this.#found = watch.count === 0 ? undefined : task;
    this.#count = Math.max(0, watch.count - 1);
    watch.enter(this);
  }

  /**
   * The present or found task at the first call, and its next state at each further call. Undefined after its end, when the service closes,
   * and after `leave`. States between two calls are left out, but never the last one. Rejects with the error of the store.
   */
  async next(): Promise<Task | undefined> {
    if (this.#hasEnded) return undefined;
    const begunWith = this.#isFirst ? this.#found : undefined;
    this.#isFirst = false;
    const task = begunWith ?? (await this.#nextOfWatch());
    this.#hasEnded ||= task === undefined || hasEnded(task.status);
    return task;
  }

  /** Stops following. A waiting call of `next` resolves to undefined. Safe twice. */
  leave(): void {
    this.#hasEnded = true;
    this.#watch.leave(this);
  }

  async #nextOfWatch(): Promise<Task | undefined> {
    for (;;) {
      const state = await this.#watch.stateAfter(this.#count, this);
      if (state === undefined) return undefined;
      this.#count = state.count;
      if (this.#found !== undefined && isKnown(state.task, this.#found)) continue;
      this.#found = undefined;
      return state.task;
    }
  }
}

/** Whether a state is the found one or an older one. Within a run of a task, none of these values decreases. */
function isKnown(state: Task, found: Task): boolean {
  if (stateId(state) === stateId(found)) return true;
  return state.processed < found.processed || (state.status === 'queued' && found.status !== 'queued');
}
