import { hasEnded, type Task, type TaskRequest } from '@dialproof/core';
import type { SharedWatch, WatchedService } from './shared-watch.js';
import { stateId } from './task-event.js';

/** One who follows a task, by a watch that it may share with others. */
export class TaskFollower {
  readonly #service: WatchedService;
  readonly #request: TaskRequest;
  readonly #watch: SharedWatch;
  /** How many states of the watch it has had, or had been there before it came. */
  #count: number;
  /** Whether it asks for the first state itself: that of the watch may be a second old, and its next one an hour away. */
  #looks: boolean;
  /** What it has found, which may come from the watch once more, and behind it what the watch had read before. */
  #found: Task | undefined;
  #hasEnded = false;

  constructor(service: WatchedService, request: TaskRequest, watch: SharedWatch) {
    this.#service = service;
    this.#request = request;
    this.#watch = watch;
    this.#count = watch.count;
    this.#looks = watch.count > 0;
    watch.enter(this);
  }

  /**
   * The task as it is at the first call, and its next state at each further one; undefined after its end, when the service closes, and for one
   * who has left. States between two calls are left out, but never the last one. Rejects with what the store fails with.
   */
  async next(): Promise<Task | undefined> {
    if (this.#hasEnded) return undefined;
    const task = this.#looks ? await this.#look() : await this.#nextOfWatch();
    this.#hasEnded ||= task === undefined || hasEnded(task.status);
    return task;
  }

  /** Lets go of the task. A call of `next` that waits resolves to undefined. Safe twice. */
  leave(): void {
    this.#hasEnded = true;
    this.#watch.leave(this);
  }

  async #look(): Promise<Task> {
    this.#looks = false;
    this.#found = await this.#service.task(this.#request);
    return this.#found;
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
