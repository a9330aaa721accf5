import type { Lease } from '../ports/task-store.js';
import type { BatchSettings } from './batch-settings.js';

export interface HeldLease {
  readonly lease: Lease;
  /** The clock's elapsed time when the lease was requested: it cannot have begun earlier. */
  readonly askedAt: number;
}

/**
 * Extends a lease three times within its length until it is stopped. So a lease ends soon after its process dies, and never while the
 * process works. `onLost` is called when the lease is lost, or when it is unknown whether it still holds.
 */
export class LeaseKeeper {
  readonly #lease: Lease;
  readonly #settings: BatchSettings;
  readonly #onLost: () => void;
  #cancel: () => void;
  #isStopped = false;
  #asking: Promise<void> | undefined;
  /** The beginning of the lease, by the clock's elapsed time. */
  #since: number;

  constructor({ askedAt, lease }: HeldLease, settings: BatchSettings, onLost: () => void) {
    this.#lease = lease;
    this.#settings = settings;
    this.#onLost = onLost;
    this.#since = askedAt;
    this.#cancel = this.#scheduleNext(settings.clock.elapsed() - askedAt);
  }

  /** Whether the lease may have ended, and another worker may have taken over. While in doubt, nothing may begin that costs money. */
  get isInDoubt(): boolean {
    const { clock, leaseMs } = this.#settings;
    return !this.#isStopped && clock.elapsed() - this.#since >= leaseMs;
  }

  /** Resolves when the lease is not in doubt: at once, when the store has confirmed it, or after `onLost`. */
  async assured(): Promise<void> {
    // The first answer may have been under way while the process stood still. The second one is reliable.
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
