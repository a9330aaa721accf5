import type { Lease } from '../ports/task-store.js';
import type { BatchSettings } from './batch-settings.js';

export interface HeldLease {
  readonly lease: Lease;
  /** The clock's elapsed time when the store was asked for the lease, which cannot last since before. */
  readonly askedAt: number;
}

/**
 * Extends a lease three times within its length until it is stopped, so that it ends soon after a process dies and never while one
 * works. `onLost` is called when there is nothing to work on any more, or nobody can say whether there is.
 */
export class LeaseKeeper {
  readonly #lease: Lease;
  readonly #settings: BatchSettings;
  readonly #onLost: () => void;
  #cancel: () => void;
  #isStopped = false;
  #asking: Promise<void> | undefined;
  /** Since when the lease lasts, by the clock's elapsed time. */
  #since: number;

  constructor({ askedAt, lease }: HeldLease, settings: BatchSettings, onLost: () => void) {
    this.#lease = lease;
    this.#settings = settings;
    this.#onLost = onLost;
    this.#since = askedAt;
    this.#cancel = this.#scheduleNext(settings.clock.elapsed() - askedAt);
  }

  /** Whether the lease may have ended, and others may have taken over. What costs money does not begin then. */
  get isInDoubt(): boolean {
    const { clock, leaseMs } = this.#settings;
    return !this.#isStopped && clock.elapsed() - this.#since >= leaseMs;
  }

  /** Resolves when the store has said that the lease still holds, and else after `onLost`. */
  async assured(): Promise<void> {
    // An answer that was on its way while the process stood still says nothing: the second one does.
    for (let asked = 0; asked < 2 && this.isInDoubt; asked += 1) await this.#ask();
    if (this.isInDoubt) this.#lose();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #lose(): void {
    this.stop();
    this.#onLost();
  }

  #scheduleNext(passedMs = 0): () => void {
    const { clock, leaseMs } = this.#settings;
    return clock.schedule(Math.max(0, leaseMs / 3 - passedMs), () => void this.#ask());
  }

  #ask(): Promise<void> {
    this.#cancel();
    this.#asking ??= this.#extend().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #extend(): Promise<void> {
    const { clock, leaseMs, reporter, store } = this.#settings;
    const askedAt = clock.elapsed();
    try {
      const held = await store.extendLease(this.#lease, leaseMs);
      if (this.#isStopped) return;
      if (!held) return this.#lose();
      this.#since = askedAt;
    } catch (error) {
      // A store that fails once may answer in time for the next attempt; if not, the lease ends and others take over.
      reporter.report('work_failed', error);
    }
    if (!this.#isStopped) this.#cancel = this.#scheduleNext();
  }
}
