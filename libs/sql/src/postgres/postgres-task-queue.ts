import {
  assertOptionNames,
  type Clock,
  type DoNextWork,
  InProcessTaskQueue,
  newTaskId,
  systemClock,
  type TaskId,
  type TaskQueue,
} from '@dialproof/core';
import type { Notifications } from './notifications.js';
import type { PostgresDatabase } from './postgres-database.js';

export interface PostgresTaskQueueOptions {
  /** The database of the task store, made by `openPostgresDatabase`. */
  readonly database: PostgresDatabase;
  /** How many calls of the work function this process runs at once: a whole number; 0 if it only wakes others. Default 8. */
  readonly concurrency?: number;
  /**
   * Whether to listen to other processes, which takes one of the database's connections. Default true, or false if `concurrency` is 0.
   * With false, or behind a pooler in transaction mode, the work of other processes is found within `maxIdleMs`.
   */
  readonly listens?: boolean;
  /** The longest pause before it looks for work without a wake, in milliseconds, from 1 to 2,147,483,647. Default 2,000. */
  readonly maxIdleMs?: number;
  /** The clock for its pauses. Default: the machine's own. */
  readonly clock?: Clock;
}

const DEFAULT_CONCURRENCY = 8;
const DEFAULT_MAX_IDLE_MS = 2_000;

/**
 * A queue for any number of processes over one PostgreSQL database. Each looks for work in the store, and notifies the others of new
 * work. Notifications are not stored: after a lost one, the others find the work when they look by themselves.
 */
export class PostgresTaskQueue implements TaskQueue {
  readonly #database: PostgresDatabase;
  readonly #ownWork: InProcessTaskQueue | undefined;
  readonly #listens: boolean;
  readonly #clock: Clock;
  /** Distinguishes this process's notifications from those of others. */
  readonly #name: string;
  #notifications: Notifications | undefined;
  #isStarted = false;

  /** Throws RangeError for a concurrency and TypeError for a time outside of its limits. */
  constructor(options: PostgresTaskQueueOptions) {
    assertOptionNames('PostgresTaskQueue', options, {
      clock: true,
      concurrency: true,
      database: true,
      listens: true,
      maxIdleMs: true,
    });
    const { database, concurrency = DEFAULT_CONCURRENCY, maxIdleMs = DEFAULT_MAX_IDLE_MS } = options;
    this.#database = database;
    this.#name = database.entropy.uuid();
    this.#clock = options.clock ?? systemClock;
    this.#ownWork =
      concurrency === 0 ? undefined : new InProcessTaskQueue({ concurrency, maxIdleMs, clock: this.#clock });
    this.#listens = this.#ownWork !== undefined && (options.listens ?? true);
  }

  async start(work: DoNextWork): Promise<void> {
    if (this.#isStarted) throw new TypeError('the queue has been started already');
    this.#isStarted = true;
    await this.#ownWork?.start(work);
    if (!this.#listens) return;
    const notifications = this.#database.notifications(this.#clock, (name) => {
      if (name !== this.#name) void this.#ownWork?.wake(newTaskId());
    });
    this.#notifications = notifications;
    await notifications.start();
  }

  async wake(taskId: TaskId): Promise<void> {
    if (!this.#isStarted) return;
    await this.#ownWork?.wake(taskId);
    await this.#database.notify(this.#name);
  }

  async stop(): Promise<void> {
    this.#isStarted = false;
    await this.#notifications?.stop();
    this.#notifications = undefined;
    await this.#ownWork?.stop();
  }
}
