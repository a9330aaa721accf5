import { hasEnded, type Task } from '@dialproof/core';
import type { SharedWatch } from './shared-watch.js';
import { stateId } from './task-event.js';

/** One who follows a task, by a watch that it may share with others. */
export class TaskFollower {
  readonly #watch: SharedWatch;
  /** How many states of the watch it has had. */
  #count: number;
  /** What it was begun with, which may come from the watch once more, and behind it what the watch had read before. */
  #found: Task | undefined;
  #isFirst = true;
  #hasEnded = false;

  /** `task`: as it was found right before. */
  constructor(watch: SharedWatch, task: Task) {
    this.#watch = watch;
    // A new watch reads the task itself. The state of an old one may be a second old, and its next one an hour away; or newer than what was found.
    this.#found = watch.count === 0 ? undefined : task;
    this.#count = Math.max(0, watch.count - 1);
    watch.enter(this);
  }

  /**
   * The task as it is at the first call, or was when it was found; and its next state at each further one; undefined after its end, when the
   * service closes, and for one who has left. States between two calls are left out, but never the last one. Rejects with what the store fails with.
   */
  async next(): Promise<Task | undefined> {
    if (this.#hasEnded) return undefined;
    const begunWith = this.#isFirst ? this.#found : undefined;
    this.#isFirst = false;
    const task = begunWith ?? (await this.#nextOfWatch());
    this.#hasEnded ||= task === undefined || hasEnded(task.status);
    return task;
  }

  /** Lets go of the task. A call of `next` that waits resolves to undefined. Safe twice. */
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

/** Whether a state is one that was found, or one from before it. Within a run of a task nothing of this goes back. */
function isKnown(state: Task, found: Task): boolean {
  if (stateId(state) === stateId(found)) return true;
  return state.processed < found.processed || (state.status === 'queued' && found.status !== 'queued');
}
