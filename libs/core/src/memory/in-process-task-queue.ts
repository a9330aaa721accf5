import pLimit from 'p-limit';
import type { TaskId } from '../model/identifiers.js';
import { assertOptionNames, millisecondsOption } from '../model/options.js';
import { type Clock, systemClock } from '../ports/clock.js';
import type { DoNextWork, TaskQueue } from '../ports/task-queue.js';

export interface InProcessTaskQueueOptions {
  /** The most concurrent calls of the work function: a whole number from 1. Default 8. With a fast checker, a call does several chunks. */
  readonly concurrency?: number;
  /** The source of time. Default: the machine's clock. */
  readonly clock?: Clock;
  /** How long after a rejected call to try again, in milliseconds, from 1 to 2,147,483,647. Default 1,000. */
  readonly retryDelayMs?: number;
  /**
   * The longest pause between two calls, in milliseconds, from 1 to 2,147,483,647. Within this time it finds work that other processes have
   * put into the store. Default 5,000.
   */
  readonly maxIdleMs?: number;
}

/** A queue for a single process, or for several that share a task store and find each other's work within `maxIdleMs`. */
export class InProcessTaskQueue implements TaskQueue {
  readonly #options: Required<InProcessTaskQueueOptions>;
  #run: QueueRun | undefined;

  /** Throws RangeError for an invalid concurrency and TypeError for an invalid time. */
  constructor(options: InProcessTaskQueueOptions = {}) {
    assertOptionNames('InProcessTaskQueue', options, {
      clock: true,
      concurrency: true,
      maxIdleMs: true,
      retryDelayMs: true,
    });
    const { concurrency = 8, retryDelayMs = 1_000, maxIdleMs = 5_000 } = options;
    if (!Number.isInteger(concurrency) || concurrency < 1) {
      throw new RangeError(`concurrency is a whole number from 1 and not ${concurrency}`);
    }
    millisecondsOption('retryDelayMs', retryDelayMs);
    millisecondsOption('maxIdleMs', maxIdleMs);
    const { clock = systemClock } = options;
    this.#options = Object.freeze({ concurrency, retryDelayMs, maxIdleMs, clock });
  }

  async start(work: DoNextWork): Promise<void> {
    if (this.#run !== undefined) throw new TypeError('the queue has been started already; stop it first');
    this.#run = new QueueRun(work, this.#options);
    this.#run.poll();
  }

  async wake(_taskId: TaskId): Promise<void> {
    this.#run?.poll();
  }

  async stop(): Promise<void> {
    const run = this.#run;
    await run?.stop();
    // Another call of stop may have ended first, and a new start may have followed it.
    if (this.#run === run) this.#run = undefined;
  }
}

interface QueueRunOptions {
  readonly concurrency: number;
  readonly clock: Clock;
  readonly retryDelayMs: number;
  readonly maxIdleMs: number;
}

/** An {@link InProcessTaskQueue} between a start and its stop. */
class QueueRun {
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
   * Ensures that a call of the work function begins after this moment. One waiting call is enough for any number of wakes, since it finds
   * all work itself.
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
    // Calls that were still waiting when the queue was stopped also get here.
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
      // The service has reported the error to its `onError`. The queue only tries again.
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
