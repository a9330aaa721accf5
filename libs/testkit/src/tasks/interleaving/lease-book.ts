import assert from 'node:assert/strict';
import type { Lease } from '@dialproof/core';
import type { SubjectTime } from '../../runner/own-time.js';

/** The leases with their earliest ends: a store must not give their work to another worker before. */
export class LeaseBook {
  readonly #time: SubjectTime;
  readonly #held = new Map<string, { readonly token: string; until: number }>();
  /** Work that may become free during this step: it is unknown whether a claim of it comes before or after that. */
  readonly #freeing = new Set<string>();
  /** Tokens whose leases were extended during this step: it is unknown which extension came last. */
  readonly #extended = new Set<string>();

  constructor(time: SubjectTime) {
    this.#time = time;
  }

  take(lease: Lease, until: number): void {
    const key = keyOf(lease);
    const held = this.#freeing.has(key) ? undefined : this.#held.get(key);
    const isFree = held === undefined || held.until <= this.#time.elapsed();
    assert.ok(isFree, `${key} was claimed while it was leased`);
    assert.notEqual(held?.token, lease.token, 'a token was given twice');
    this.#held.set(key, { token: lease.token, until });
  }

  extend(lease: Lease, until: number): void {
    const held = this.#held.get(keyOf(lease));
    if (held?.token !== lease.token) return;
    held.until = this.#extended.has(lease.token) ? Math.min(held.until, until) : until;
    this.#extended.add(lease.token);
  }

  /** Notes that a call may free this if the lease is the current one. */
  free(lease: Lease): void {
    const key = keyOf(lease);
    if (this.#held.get(key)?.token === lease.token) this.#freeing.add(key);
  }

  /** Notes that this chunk is complete, so that nobody has its lease: also if an old worker completed it. */
  end(lease: Lease): void {
    this.#freeing.add(keyOf(lease));
  }

  /** Ends a step: whatever was to become free has, or was claimed since. */
  settle(): void {
    for (const key of this.#freeing) this.#held.delete(key);
    this.#freeing.clear();
    this.#extended.clear();
  }
}

function keyOf({ taskId, chunkIndex }: Lease): string {
  return `${taskId} ${chunkIndex}`;
}
