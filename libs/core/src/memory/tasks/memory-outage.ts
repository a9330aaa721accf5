import type { OutageReason, TaskWaiting } from '../../model/task.js';
import type { MemoryLease } from './memory-lease.js';

/** A moment, by the wall clock, which tasks show, and by the elapsed time, which measures leases. */
export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
}

/** An outage in the {@link MemoryTaskStore}: its beginning, and the time of the next probe. */
export class MemoryOutage {
  readonly began: Moment;
  reason: OutageReason;
  #pausedUntil: number;
  #probe: { readonly lease: MemoryLease; readonly token: string } | null = null;

  constructor(began: Moment, reason: OutageReason) {
    this.began = began;
    this.reason = reason;
    this.#pausedUntil = began.elapsed;
  }

  /** Claims no chunk before `until`; of two pauses the one that ends later counts. */
  pause(until: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, until);
  }

  endPause(now: number): void {
    this.#pausedUntil = Math.min(this.#pausedUntil, now);
  }

  /** Makes a claimed chunk the probe. */
  sendProbe(lease: MemoryLease, token: string): void {
    this.#probe = { lease, token };
  }

  /** The time from which the next chunk can be claimed as the probe; in the past if it can be claimed now. */
  nextProbeAt(now: number): number {
    const { lease, token } = this.#probe ?? {};
    const isOut = lease !== undefined && token !== undefined && lease.isHeldBy(token) && lease.isLive(now);
    return isOut ? Math.max(this.#pausedUntil, lease.freeAt) : this.#pausedUntil;
  }

  /** The `waiting` of a task that was queued at this moment. It changes with the pause or the probe, and not with every call. */
  waitingOf(queued: Moment, now: number): TaskWaiting {
    return {
      reason: this.reason,
      since: this.#waitingSince(queued).wall,
      nextTryAt: Math.ceil(this.began.wall + this.nextProbeAt(now) - this.began.elapsed),
    };
  }

  /** How long a task that was queued at this moment has waited. */
  waitedMs(queued: Moment, now: Moment): number {
    return now.elapsed - this.#waitingSince(queued).elapsed;
  }

  #waitingSince(queued: Moment): Moment {
    return queued.elapsed > this.began.elapsed ? queued : this.began;
  }
}
