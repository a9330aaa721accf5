import type { OutageReason, TaskWaiting } from '../../model/task.js';
import type { MemoryLease } from '../memory-lease.js';

/** A moment, by the wall clock that tasks show and by the time that leases are measured with. */
export interface Moment {
  readonly wall: number;
  readonly elapsed: number;
}

/** An outage of the {@link MemoryTaskStore}: since when it lasts, and when the checker may be asked again. */
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

  /** Lets a chunk that was claimed be the probe. */
  sendProbe(lease: MemoryLease, token: string): void {
    this.#probe = { lease, token };
  }

  /** When the next chunk can be claimed, as its probe; in the past if it can be now. */
  nextProbeAt(now: number): number {
    const { lease, token } = this.#probe ?? {};
    const isOut = lease !== undefined && token !== undefined && lease.isHeldBy(token) && lease.isLive(now);
    return isOut ? Math.max(this.#pausedUntil, lease.freeAt) : this.#pausedUntil;
  }

  /** How it looks to a task that was queued at this moment. It changes with the pause or the probe, and not with every look. */
  waitingOf(queued: Moment, now: number): TaskWaiting {
    return {
      reason: this.reason,
      since: this.#waitingSince(queued).wall,
      nextTryAt: Math.ceil(this.began.wall + this.nextProbeAt(now) - this.began.elapsed),
    };
  }

  /** How long a task has waited that was queued at this moment. */
  waitedMs(queued: Moment, now: Moment): number {
    return now.elapsed - this.#waitingSince(queued).elapsed;
  }

  #waitingSince(queued: Moment): Moment {
    return queued.elapsed > this.began.elapsed ? queued : this.began;
  }
}
