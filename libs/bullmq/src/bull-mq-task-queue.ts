import type { DoNextWork, TaskId, TaskQueue } from '@dialproof/core';
import { assertOptionNames } from '@dialproof/core';
import { type BullMqTaskQueueOptions, type QueueSettings, readQueueOptions } from './queue-options.js';
import { QueueRun } from './queue-run.js';

/**
 * A queue for any number of processes over BullMQ on Redis. A job is a ticket that only says that there is work: the process that takes it
 * calls the work function until nothing is left. So a ticket that is used twice, late or never changes no result and no credit. While Redis
 * is away, each process looks for work by itself.
 */
export class BullMqTaskQueue implements TaskQueue {
  readonly #settings: QueueSettings;
  #run: QueueRun | undefined;

  /** Opens nothing. Throws TypeError or RangeError for an option outside of its limits. */
  constructor(options: BullMqTaskQueueOptions) {
    assertOptionNames('BullMqTaskQueue', options, {
      clock: true,
      concurrency: true,
      connection: true,
      lockMs: true,
      maxTickets: true,
      name: true,
      onError: true,
      prefix: true,
      retryDelayMs: true,
      sweepMs: true,
    });
    this.#settings = readQueueOptions(options);
  }

  /** Resolves at once, also while Redis is away. */
  async start(work: DoNextWork): Promise<void> {
    if (this.#run !== undefined) throw new TypeError('the queue has been started already; stop it first');
    this.#run = new QueueRun(work, this.#settings);
  }

  /** Resolves when Redis has the tickets; at once while Redis is away, and after half a second if it does not answer. */
  async wake(_taskId: TaskId): Promise<void> {
    await this.#run?.wake();
  }

  /**
   * Other processes are notified of interrupted work, so that they continue it at once; without a connection, they find it by their sweeps.
   * Closing the connections takes two seconds at most.
   */
  async stop(): Promise<void> {
    const run = this.#run;
    await run?.stop();
    // Another call of stop may have come first, and a new start since then.
    if (this.#run === run) this.#run = undefined;
  }
}
