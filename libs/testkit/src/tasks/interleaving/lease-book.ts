import assert from 'node:assert/strict';
import type { Lease } from '@dialproof/core';
import type { SubjectTime } from '../../runner/own-time.js';

/** Who holds what, and for how long at least: what a store must not give to another meanwhile. */
export class LeaseBook {
  readonly #time: SubjectTime;
  readonly #held = new Map<string, { readonly token: string; until: number }>();
  /** What may become free during this step: whether a claim of it comes before or after that cannot be told. */
  readonly #freeing = new Set<string>();

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
    if (held?.token === lease.token) held.until = until;
  }

  /** Notes that a call may free this if the lease is the current one. */
  free(lease: Lease): void {
    const key = keyOf(lease);
    if (this.#held.get(key)?.token === lease.token) this.#freeing.add(key);
  }

  /** Ends a step: whatever was to become free has, or was claimed since. */
  settle(): void {
    for (const key of this.#freeing) this.#held.delete(key);
    this.#freeing.clear();
  }
}

function keyOf({ taskId, chunkIndex }: Lease): string {
  return `${taskId} ${chunkIndex}`;
}
