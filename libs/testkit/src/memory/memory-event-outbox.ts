import {
  assertOptionNames,
  type Clock,
  type Entropy,
  type EventClaim,
  type EventClaimAnswer,
  type EventClaimRequest,
  type EventLease,
  type EventOutbox,
  systemClock,
  systemEntropy,
  type TaskEvent,
} from '@dialproof/core';
import { msUntilNext } from './ms-until-next.js';

export interface MemoryEventOutboxOptions {
  /** The source of its time. Default: the machine's clock. */
  readonly clock?: Clock;
  /** The source of ids and lease tokens. Default: the machine's own. */
  readonly entropy?: Entropy;
}

interface Entry {
  readonly event: TaskEvent;
  /** The token of its lease; null if it has none. */
  token: string | null;
  /** The end of its lease, or of the pause behind it, by the clock's elapsed time. Then it can be claimed. */
  freeAt: number;
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
    this.#entries.set(eventId, {
      event: { eventId, ...event },
      token: null,
      freeAt: Number.NEGATIVE_INFINITY,
      tries: 0,
    });
  }

  async claimEvents({ leaseMs, limit }: EventClaimRequest): Promise<EventClaimAnswer> {
    const now = this.#clock.elapsed();
    const claims: EventClaim[] = [];
    for (const entry of this.#entries.values()) {
      if (claims.length >= limit) break;
      if (entry.freeAt > now) continue;
      const lease = { eventId: entry.event.eventId, token: this.#entropy.uuid() };
      entry.token = lease.token;
      entry.freeAt = now + leaseMs;
      claims.push({ lease, event: { ...entry.event }, tries: entry.tries });
      entry.tries += 1;
    }
    return { claims, retryAfterMs: this.#retryAfterMs(now) };
  }

  async acknowledge({ eventId, token }: EventLease): Promise<void> {
    if (this.#entries.get(eventId)?.token === token) this.#entries.delete(eventId);
  }

  async postpone({ eventId, token }: EventLease, retryAfterMs: number): Promise<void> {
    const entry = this.#entries.get(eventId);
    if (entry?.token !== token) return;
    entry.token = null;
    entry.freeAt = this.#clock.elapsed() + retryAfterMs;
  }

  #retryAfterMs(now: number): number | null {
    let next = Number.POSITIVE_INFINITY;
    for (const { freeAt } of this.#entries.values()) next = Math.min(next, freeAt);
    return msUntilNext(next, now);
  }
}
