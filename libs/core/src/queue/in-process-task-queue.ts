import type { TaskId } from '../model/identifiers.js';
import { millisecondsOption } from '../model/milliseconds.js';
import { assertOptionNames } from '../model/option-names.js';
import { type Clock, systemClock } from '../ports/clock.js';
import type { DoNextWork, TaskQueue } from '../ports/task-queue.js';
import { QueueRun } from './queue-run.js';

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
