import { hasEnded, type Task, type TaskRequest, type VerificationService } from '@dialproof/core';

export type WatchedService = Pick<VerificationService, 'watch'>;

/** A state of a task, and how many have come up to it. */
export interface WatchedState {
  readonly task: Task;
  readonly count: number;
}

/**
 * One watch of a task for all who follow it. It is asked for the next state when one of them waits for one: a follower who does not come
 * holds up nobody, and where none comes, the store is left alone. It ends with the task, with its last follower, and when the store fails.
 */
export class SharedWatch {
  readonly #states: AsyncIterator<Task>;
  readonly #onOver: () => void;
  readonly #left = new AbortController();
  readonly #followers = new Set<object>();
  /** How to wake those who wait. Not the promise of the watch: what each left there would stay while nothing happens. */
  readonly #waiting = new Map<object, () => void>();
  #latest: WatchedState | undefined;
  #isAsking = false;
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;

  /** `onOver` is called once, when nobody else is to follow. */
  constructor(service: WatchedService, request: TaskRequest, onOver: () => void) {
    this.#onOver = onOver;
    this.#states = service.watch({ ...request, signal: this.#left.signal })[Symbol.asyncIterator]();
  }

  /** How many states have come. */
  get count(): number {
    return this.#latest?.count ?? 0;
  }

  enter(follower: object): void {
    this.#followers.add(follower);
  }

  /** Wakes the follower if it waits. Safe twice. */
  leave(follower: object): void {
    if (!this.#followers.delete(follower)) return;
    this.#waiting.get(follower)?.();
    this.#waiting.delete(follower);
    if (this.#followers.size === 0) this.#end();
  }

  /**
   * The latest state if it is not among the first `count`, else the next one; undefined when there is none, or the follower has left. Rejects
   * with what the store fails with.
   */
  async stateAfter(count: number, follower: object): Promise<WatchedState | undefined> {
    while (this.#followers.has(follower)) {
      if (this.#latest !== undefined && this.#latest.count > count) return this.#latest;
      if (this.#failure !== undefined) throw this.#failure.error;
      if (this.#isOver) return undefined;
      const woken = new Promise<void>((resolve) => this.#waiting.set(follower, resolve));
      this.#ask();
      await woken;
    }
    return undefined;
  }

  #ask(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    this.#states.next().then(
      ({ done, value }) => {
        this.#isAsking = false;
        if (!done) this.#latest = { task: value, count: this.count + 1 };
        // A task that is retried begins anew, in another watch.
        if (done || hasEnded(value.status)) this.#end();
        this.#wakeAll();
      },
      (error: unknown) => {
        this.#failure = { error };
        this.#end();
        this.#wakeAll();
      },
    );
  }

  #wakeAll(): void {
    const wakes = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const wake of wakes) wake();
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onOver();
    this.#left.abort();
    // Not waited for: a watch that waits itself may return only when it has seen the signal.
    this.#states.return?.().catch(() => {});
  }
}
