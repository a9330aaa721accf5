import type { AccountId } from '../model/identifiers.js';
import { assertOptionNames, msUntil } from '../model/options.js';
import { type Clock, systemClock } from '../ports/clock.js';
import { type Entropy, systemEntropy } from '../ports/entropy.js';
import {
  type ReplayAnswer,
  type ReplayBegin,
  type ReplayBegun,
  type ReplayCompletion,
  type ReplayLease,
  type ReplayStore,
  UNANSWERED_KEEP_MS,
} from '../ports/optional/replay-store.js';

export interface MemoryReplayStoreOptions {
  /** The source of its time. Default: the machine's clock. */
  readonly clock?: Clock;
  /** The source of ids and lease tokens. Default: the machine's own. */
  readonly entropy?: Entropy;
}

interface Entry {
  readonly token: string;
  readonly requestId: string;
  /** Null while the request is being answered. */
  readonly answer: ReplayAnswer | null;
  /** The end of the lease, or of the time for which the answer is kept, by the clock's elapsed time. */
  readonly until: number;
}

/** Stores replies in this process's memory, for tests and for trying out: everything is lost when the process ends. */
export class MemoryReplayStore implements ReplayStore {
  readonly #clock: Clock;
  readonly #entropy: Entropy;
  readonly #accounts = new Map<AccountId, Map<string, Entry>>();

  constructor(options: MemoryReplayStoreOptions = {}) {
    assertOptionNames('MemoryReplayStore', options, { clock: true, entropy: true });
    const { clock = systemClock, entropy = systemEntropy } = options;
    this.#clock = clock;
    this.#entropy = entropy;
  }

  async begin({ accountId, key, leaseMs, maxPerAccount }: ReplayBegin): Promise<ReplayBegun> {
    const now = this.#clock.elapsed();
    const entries = this.#entriesOf(accountId);
    const entry = entries.get(key);
    if (entry === undefined && entries.size >= maxPerAccount) {
      removeForgotten(entries, now, entries.size);
      if (entries.size >= maxPerAccount)
        return { outcome: 'full', retryAfterMs: msUntil(nextForgotten(entries), now) };
    }
    if (entry === undefined || entry.until <= now) {
      const token = this.#entropy.uuid();
      const wasBegun = entry?.answer === null && now < forgottenAt(entry);
      const requestId = wasBegun ? entry.requestId : this.#entropy.uuid();
      entries.set(key, { token, requestId, answer: null, until: now + leaseMs });
      return { outcome: 'new', token, wasBegun, requestId };
    }
    const { answer, until } = entry;
    if (answer === null) return { outcome: 'in_progress', retryAfterMs: msUntil(until, now) };
    return { outcome: 'done', fingerprint: answer.fingerprint, reply: new Uint8Array(answer.reply) };
  }

  async extend(lease: ReplayLease, leaseMs: number): Promise<boolean> {
    const entry = this.#held(lease);
    if (entry === undefined) return false;
    this.#entriesOf(lease.accountId).set(lease.key, { ...entry, until: this.#clock.elapsed() + leaseMs });
    return true;
  }

  async complete(lease: ReplayLease, { fingerprint, reply, keepMs }: ReplayCompletion): Promise<void> {
    const entry = this.#held(lease);
    if (entry === undefined) return;
    this.#entriesOf(lease.accountId).set(lease.key, {
      ...entry,
      answer: { fingerprint, reply: new Uint8Array(reply) },
      until: this.#clock.elapsed() + keepMs,
    });
  }

  async abandon(lease: ReplayLease): Promise<void> {
    if (this.#held(lease) !== undefined) this.#entriesOf(lease.accountId).delete(lease.key);
  }

  async forget(accountId: AccountId, isGone: (reply: Uint8Array) => boolean): Promise<number> {
    const entries = this.#entriesOf(accountId);
    const gone = [...entries].filter(
      ([, { answer }]) => answer !== null && isGone(new Uint8Array(answer.reply)),
    );
    for (const [key] of gone) entries.delete(key);
    return gone.length;
  }

  async expire({ limit }: { readonly limit: number }): Promise<number> {
    const now = this.#clock.elapsed();
    let removed = 0;
    for (const [accountId, entries] of this.#accounts) {
      removed += removeForgotten(entries, now, limit - removed);
      if (entries.size === 0) this.#accounts.delete(accountId);
    }
    return removed;
  }

  /** The entry of this lease; undefined if another lease has begun the request or it has an answer. */
  #held({ accountId, key, token }: ReplayLease): Entry | undefined {
    const entry = this.#accounts.get(accountId)?.get(key);
    return entry?.token === token && entry.answer === null ? entry : undefined;
  }

  #entriesOf(accountId: AccountId): Map<string, Entry> {
    const entries = this.#accounts.get(accountId) ?? new Map<string, Entry>();
    this.#accounts.set(accountId, entries);
    return entries;
  }
}

function forgottenAt({ answer, until }: Entry): number {
  return until + (answer === null ? UNANSWERED_KEEP_MS : 0);
}

function nextForgotten(entries: ReadonlyMap<string, Entry>): number {
  let next = Number.POSITIVE_INFINITY;
  for (const entry of entries.values()) next = Math.min(next, forgottenAt(entry));
  return next;
}

/** Removes at most `limit` expired entries, and returns their number. */
function removeForgotten(entries: Map<string, Entry>, now: number, limit: number): number {
  let removed = 0;
  for (const [key, entry] of entries) {
    if (removed >= limit) break;
    if (forgottenAt(entry) > now) continue;
    entries.delete(key);
    removed += 1;
  }
  return removed;
}
