import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from '../ports/clock.js';
import {
  type ReplayAnswer,
  type ReplayBegin,
  type ReplayBegun,
  type ReplayCompletion,
  type ReplayKey,
  type ReplayLease,
  type ReplayStore,
  UNANSWERED_KEEP_MS,
} from '../ports/replay-store.js';

export interface MemoryReplayStoreOptions {
  /** Where its time comes from. Default the machine's own clock. */
  readonly clock?: Clock;
}

interface Entry {
  readonly token: string;
  readonly requestId: string;
  /** Null while the request is being answered. */
  readonly answer: ReplayAnswer | null;
  /** Until when it counts, by the clock's elapsed time: the end of the lease, or of the time for which the answer is kept. */
  readonly until: number;
}

/** Remembers answers in this process's memory, for tests and for trying out: it forgets everything when the process ends. */
export class MemoryReplayStore implements ReplayStore {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();

  constructor({ clock = systemClock }: MemoryReplayStoreOptions = {}) {
    this.#clock = clock;
  }

  async begin(request: ReplayBegin): Promise<ReplayBegun> {
    const now = this.#clock.elapsed();
    const name = nameOf(request);
    const entry = this.#entries.get(name);
    if (entry === undefined || entry.until <= now) {
      const token = randomUUID();
      const wasBegun = entry?.answer === null && now < entry.until + UNANSWERED_KEEP_MS;
      const requestId = wasBegun ? entry.requestId : randomUUID();
      this.#entries.set(name, { token, requestId, answer: null, until: now + request.leaseMs });
      return { outcome: 'new', token, wasBegun, requestId };
    }
    const { answer, until } = entry;
    if (answer === null) return { outcome: 'in_progress', retryAfterMs: Math.ceil(until - now) };
    return { outcome: 'done', fingerprint: answer.fingerprint, reply: new Uint8Array(answer.reply) };
  }

  async extend(lease: ReplayLease, leaseMs: number): Promise<boolean> {
    const entry = this.#held(lease);
    if (entry === undefined) return false;
    this.#entries.set(nameOf(lease), { ...entry, until: this.#clock.elapsed() + leaseMs });
    return true;
  }

  async complete(lease: ReplayLease, { fingerprint, reply, keepMs }: ReplayCompletion): Promise<void> {
    const entry = this.#held(lease);
    if (entry === undefined) return;
    this.#entries.set(nameOf(lease), {
      ...entry,
      answer: { fingerprint, reply: new Uint8Array(reply) },
      until: this.#clock.elapsed() + keepMs,
    });
  }

  async abandon(lease: ReplayLease): Promise<void> {
    if (this.#held(lease) !== undefined) this.#entries.delete(nameOf(lease));
  }

  async expire({ limit }: { readonly limit: number }): Promise<number> {
    const now = this.#clock.elapsed();
    let removed = 0;
    for (const [name, { answer, until }] of this.#entries) {
      if (removed >= limit) break;
      if (until + (answer === null ? UNANSWERED_KEEP_MS : 0) > now) continue;
      this.#entries.delete(name);
      removed += 1;
    }
    return removed;
  }

  /** The request of this lease, as long as nobody else has begun it and it has no answer. */
  #held(lease: ReplayLease): Entry | undefined {
    const entry = this.#entries.get(nameOf(lease));
    return entry?.token === lease.token && entry.answer === null ? entry : undefined;
  }
}

/** No account id holds NUL, so that no two pairs have the same name. */
function nameOf({ accountId, key }: ReplayKey): string {
  return `${accountId}\0${key}`;
}
