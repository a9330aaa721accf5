import type { Clock, FailureReporter } from '@dialproof/core';
import type { JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { isWithinMs } from './redis-options.js';

/** The reason of a ticket: the name of its job, for people who inspect the queue. */
export type TicketReason = 'wake' | 'more' | 'later' | 'handover';

/** Redis has this long to take a ticket before it counts as away. The service waits for a wake for a second at most. */
const ANSWER_MS = 500;
/** Tickets that are due this close together are one. */
const LATER_GRAIN_MS = 100;

/** Used tickets are not kept: the task store knows everything. */
const TICKET: JobsOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** Adds tickets to the queue in Redis, one step at a time. */
export class Tickets {
  readonly #queue: Queue;
  readonly #connection: Redis;
  readonly #reporter: FailureReporter;
  readonly #clock: Clock;
  /** The running step, and the next one, which combines all requests made meanwhile. */
  #underWay: Promise<void> | undefined;
  #next: { wanted: number; reason: TicketReason; readonly done: Promise<void> } | undefined;
  #isStuck = false;

  constructor(
    queue: Queue,
    connection: Redis,
    { clock, reporter }: { readonly clock: Clock; readonly reporter: FailureReporter },
  ) {
    this.#queue = queue;
    this.#connection = connection;
    this.#reporter = reporter;
    this.#clock = clock;
  }

  /**
   * Ensures that at least `wanted` tickets wait, so that as many polls for work begin after this moment. A waiting ticket is as good as a
   * new one, so a flood of wakes does not fill Redis. Resolves to whether Redis has them. Never rejects.
   */
  raiseTo(wanted: number, reason: TicketReason): Promise<boolean> {
    if (!this.#isReachable) return Promise.resolve(false);
    if (this.#next !== undefined) {
      this.#next.wanted = Math.max(this.#next.wanted, wanted);
      return this.#outcomeOf(this.#next.done);
    }
    const before = this.#underWay ?? Promise.resolve();
    const done = before.catch(() => undefined).then(() => this.#addMissing());
    this.#next = { wanted, reason, done };
    return this.#outcomeOf(done);
  }

  /** Adds a delayed ticket. Tickets of all processes that are due at about the same time are merged. */
  later(delayMs: number): Promise<boolean> {
    if (!this.#isReachable) return Promise.resolve(false);
    const now = this.#clock.now();
    const grain = Math.ceil((now + delayMs) / LATER_GRAIN_MS);
    const delay = grain * LATER_GRAIN_MS - now;
    // An id that exists is not added again. It must be neither a number nor have a colon.
    const options = { ...TICKET, delay, jobId: `later-${grain}` };
    return this.#outcomeOf(this.#queue.add('later' satisfies TicketReason, {}, options));
  }

  get #isReachable(): boolean {
    return this.#connection.status === 'ready' && !this.#isStuck;
  }

  async #addMissing(): Promise<void> {
    const { reason, wanted, done } = this.#next ?? { reason: 'wake', wanted: 0, done: undefined };
    this.#next = undefined;
    this.#underWay = done;
    const missing = wanted - (await this.#queue.getWaitingCount());
    if (missing <= 0) return;
    await this.#queue.addBulk(
      Array.from({ length: missing }, () => ({ name: reason, data: {}, opts: TICKET })),
    );
  }

  async #outcomeOf(done: Promise<unknown>): Promise<boolean> {
    try {
      if (await isWithinMs(done, ANSWER_MS, this.#clock)) return true;
      this.#awaitAnswer(done);
      this.#reporter.report('queue_failed', new Error(`Redis did not answer within ${ANSWER_MS} ms`));
    } catch (error) {
      this.#reporter.report('queue_failed', error);
    }
    return false;
  }

  /** Until Redis has answered or refused, no other call waits for it. */
  #awaitAnswer(done: Promise<unknown>): void {
    this.#isStuck = true;
    const answered = (): void => {
      this.#isStuck = false;
    };
    done.then(answered, answered);
  }
}
