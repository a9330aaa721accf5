import { hasEnded, type Task, type TaskRequest, type VerificationService } from '@dialproof/core';

export type WatchedService = Pick<VerificationService, 'watch'>;

/** A state of a task, with its number in the watch. */
export interface WatchedState {
  readonly task: Task;
  readonly count: number;
}

/**
 * One watch of a task for all its followers. It reads the next state when one of them waits for it: a slow follower delays nobody, and if
 * none waits, the store is not read. It ends with the task, with its last follower, and when the store fails.
 */
export class SharedWatch {
  readonly #states: AsyncIterator<Task>;
  readonly #onOver: () => void;
  readonly #left = new AbortController();
  readonly #followers = new Set<object>();
  /**
   * The functions that wake waiting followers. They do not wait on the watch's promise, since each would leave a listener there while
   * nothing happens.
   */
  readonly #waiting = new Map<object, () => void>();
  #latest: WatchedState | undefined;
  #isAsking = false;
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;

  /** `onOver` is called once, when no further follower may join. */
  constructor(service: WatchedService, request: TaskRequest, onOver: () => void) {
    this.#onOver = onOver;
    this.#states = service.watch({ ...request, signal: this.#left.signal })[Symbol.asyncIterator]();
  }

  /** The number of states so far. */
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
   * The latest state if it is not among the first `count`, else the next one; undefined if there is none, or the follower has left. Rejects
   * with the error of the store.
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
        // A retried task gets another watch.
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
    // Not awaited: a waiting watch may return only when it has seen the signal.
    this.#states.return?.().catch(() => {});
  }
}
