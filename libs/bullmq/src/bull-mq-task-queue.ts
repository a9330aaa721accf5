import { assertOptionNames, type DoNextWork, type TaskId, type TaskQueue } from '@dialproof/core';
import { ErrorCode, Queue, Worker } from 'bullmq';
import {
  BreakableRedis,
  type BullMqTaskQueueOptions,
  isWithinMs,
  type QueueSettings,
  readQueueOptions,
} from './redis-options.js';
import { Tickets } from './tickets.js';
import { WorkCalls } from './work-calls.js';

/**
 * A queue for any number of processes over BullMQ on Redis. A job is a ticket. It only says that there is work: the process that takes it
 * calls the work function until no work is left. So a ticket that is used twice, late or never changes no result and no credit. While Redis
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

/** The time that BullMQ has to close its connections to Redis. */
const CLOSE_MS = 2_000;
/** The pause before BullMQ repeats a request that Redis has not answered. BullMQ's default of 15 seconds is for failing jobs. */
const RETRY_MS = 1_000;
/** About this many events are kept in Redis, for people who inspect the queue. */
const KEPT_EVENTS = 100;

/** A ticket counted as lost and came back, or Redis was flushed. Neither matters: the task store knows all work. */
const LOST_TICKET: ReadonlySet<unknown> = new Set([
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]);

/** A `BullMqTaskQueue` between a start and its stop. */
class QueueRun {
  readonly #settings: QueueSettings;
  readonly #connection: BreakableRedis;
  readonly #queue: Queue;
  readonly #tickets: Tickets;
  readonly #calls: WorkCalls;
  readonly #worker: Worker | undefined;

  constructor(work: DoNextWork, settings: QueueSettings) {
    const { concurrency, lockMs, name, prefix } = settings;
    this.#settings = settings;
    this.#connection = BreakableRedis.open(settings.connection);
    const connection = this.#connection;
    this.#queue = new Queue(name, { connection, prefix, streams: { events: { maxLen: KEPT_EVENTS } } });
    this.#tickets = new Tickets(this.#queue, connection, settings);
    this.#calls = new WorkCalls(work, {
      ...settings,
      spread: () => void this.#raiseTo(1, 'more'),
      pollLater: (delayMs) => this.#tickets.later(delayMs),
    });
    this.#queue.on('error', (error) => this.#report(error));
    if (concurrency === 0) return;
    this.#worker = new Worker(name, () => this.#calls.useTicket(), {
      connection,
      prefix,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: Math.ceil(lockMs / 2),
      // A ticket never fails, however many processes die with it.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: RETRY_MS,
    });
    this.#worker.on('error', (error) => this.#report(error));
    // Finds work that earlier processes have left, with or without a ticket.
    this.#calls.poll();
  }

  async wake(): Promise<void> {
    await this.#raiseTo(this.#settings.maxTickets, 'wake');
  }

  async stop(): Promise<void> {
    // Closing takes no more tickets, and waits for those that are taken.
    const workerClosed = this.#worker?.close();
    await this.#calls.stop();
    const handedOver = Math.min(this.#calls.interrupted, this.#settings.maxTickets);
    if (handedOver > 0) await this.#tickets.raiseTo(handedOver, 'handover');
    const closed = Promise.all([workerClosed, this.#queue.close()]).catch((error) => this.#report(error));
    // Without a connection, nothing can be closed in an orderly way.
    if (this.#connection.status === 'ready') await isWithinMs(closed, CLOSE_MS, this.#settings.clock);
    this.#connection.breakOff();
    this.#settings.reporter.flush();
  }

  /** If Redis is away, this process polls itself. */
  async #raiseTo(wanted: number, reason: 'wake' | 'more'): Promise<void> {
    if (!(await this.#tickets.raiseTo(wanted, reason))) this.#calls.poll();
  }

  #report(error: unknown): void {
    if (!LOST_TICKET.has(Object(error).code)) this.#settings.reporter.report('queue_failed', error);
  }
}
