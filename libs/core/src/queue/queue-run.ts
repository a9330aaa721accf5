import pLimit from 'p-limit';
import type { Clock } from '../ports/clock.js';
import type { DoNextWork } from '../ports/task-queue.js';

interface QueueRunOptions {
  readonly concurrency: number;
  readonly clock: Clock;
  readonly retryDelayMs: number;
  readonly maxIdleMs: number;
}

/** An {@link InProcessTaskQueue} between a start and its stop. */
export class QueueRun {
  readonly #work: DoNextWork;
  readonly #options: QueueRunOptions;
  readonly #limit: ReturnType<typeof pLimit>;
  readonly #stopping = new AbortController();
  readonly #calls = new Set<Promise<void>>();
  /** When the alarm rings, by the clock's elapsed time; infinity when none is set. */
  #alarmAt = Number.POSITIVE_INFINITY;
  #cancelAlarm = () => {};

  constructor(work: DoNextWork, options: QueueRunOptions) {
    this.#work = work;
    this.#options = options;
    this.#limit = pLimit(options.concurrency);
  }

  /**
   * Ensures that a call of the work function begins after this moment. One waiting call is enough, whatever the number of wakes, since it
   * finds all work by itself.
   */
  poll(): void {
    if (this.#stopping.signal.aborted) return;
    this.#pollIn(this.#options.maxIdleMs);
    if (this.#limit.pendingCount > 0) return;
    const call = this.#limit(() => this.#callWork()).finally(() => this.#calls.delete(call));
    this.#calls.add(call);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#cancelAlarm();
    await Promise.all(this.#calls);
  }

  async #callWork(): Promise<void> {
    const { signal } = this.#stopping;
    // Calls that waited for their turn when the queue was stopped also get here.
    if (signal.aborted) return;
    try {
      const outcome = await this.#work(signal, () => this.poll());
      if (outcome.did === 'work') {
        // The first poll continues in place of this call; the second adds a call, as long as there is room and work.
        this.poll();
        this.poll();
      } else if (outcome.retryAfterMs !== null) {
        this.#pollIn(outcome.retryAfterMs);
      }
    } catch {
      // The service has reported it to its `onError`; here it only has to be tried again.
      this.#pollIn(this.#options.retryDelayMs);
    }
  }

  /** Sets the alarm, unless it rings earlier anyway. An early poll costs one call; a late one delays work. */
  #pollIn(delayMs: number): void {
    if (this.#stopping.signal.aborted) return;
    // At least a millisecond: with a `retryAfterMs` of 0, the process would poll without a pause.
    const delay = Math.min(Math.max(delayMs, 1), this.#options.maxIdleMs);
    const alarmAt = this.#options.clock.elapsed() + delay;
    if (alarmAt >= this.#alarmAt) return;
    this.#cancelAlarm();
    this.#alarmAt = alarmAt;
    this.#cancelAlarm = this.#options.clock.schedule(delay, () => {
      this.#alarmAt = Number.POSITIVE_INFINITY;
      this.poll();
    });
  }
}
