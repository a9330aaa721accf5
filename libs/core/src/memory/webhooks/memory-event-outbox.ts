import { assertOptionNames } from '../../model/option-names.js';
import { type Clock, systemClock } from '../../ports/clock.js';
import { type Entropy, systemEntropy } from '../../ports/entropy.js';
import type {
  EventClaim,
  EventClaimAnswer,
  EventClaimRequest,
  EventLease,
  EventOutbox,
  TaskEvent,
} from '../../ports/event-outbox.js';
import { MemoryLease } from '../memory-lease.js';
import { msUntilNext } from '../ms-until.js';

export interface MemoryEventOutboxOptions {
  /** The source of its time. Default: the machine's clock. */
  readonly clock?: Clock;
  /** The source of ids and lease tokens. Default: the machine's own. */
  readonly entropy?: Entropy;
}

interface Entry {
  readonly event: TaskEvent;
  readonly lease: MemoryLease;
  tries: number;
}

/**
 * The events of a {@link MemoryTaskStore} with this outbox, in this process's memory, for tests and for trying out: they are forgotten
 * when the process ends.
 */
export class MemoryEventOutbox implements EventOutbox {
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  /** In the order in which the events happened. */
  readonly #entries = new Map<string, Entry>();

  constructor(options: MemoryEventOutboxOptions = {}) {
    assertOptionNames('MemoryEventOutbox', options, { clock: true, entropy: true });
    const { clock = systemClock, entropy = systemEntropy } = options;
    this.#clock = clock;
    this.#entropy = entropy;
  }

  /** Adds an event, in the same step as the change that it reports. */
  append(event: Omit<TaskEvent, 'eventId'>): void {
    const eventId = this.#entropy.uuid();
    this.#entries.set(eventId, { event: { eventId, ...event }, lease: new MemoryLease(), tries: 0 });
  }

  async claimEvents({ leaseMs, limit }: EventClaimRequest): Promise<EventClaimAnswer> {
    const now = this.#clock.elapsed();
    const claims: EventClaim[] = [];
    for (const entry of this.#entries.values()) {
      if (claims.length >= limit) break;
      if (entry.lease.freeAt > now) continue;
      const lease = {
        eventId: entry.event.eventId,
        token: entry.lease.take(now, leaseMs, this.#entropy.uuid()),
      };
      claims.push({ lease, event: { ...entry.event }, tries: entry.tries });
      entry.tries += 1;
    }
    return { claims, retryAfterMs: this.#retryAfterMs(now) };
  }

  async acknowledge({ eventId, token }: EventLease): Promise<void> {
    if (this.#entries.get(eventId)?.lease.isHeldBy(token)) this.#entries.delete(eventId);
  }

  async postpone({ eventId, token }: EventLease, retryAfterMs: number): Promise<void> {
    const lease = this.#entries.get(eventId)?.lease;
    if (lease?.isHeldBy(token)) lease.end(this.#clock.elapsed() + retryAfterMs);
  }

  #retryAfterMs(now: number): number | null {
    let next = Number.POSITIVE_INFINITY;
    for (const { lease } of this.#entries.values()) next = Math.min(next, lease.freeAt);
    return msUntilNext(next, now);
  }
}
