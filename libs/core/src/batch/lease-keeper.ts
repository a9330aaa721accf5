import type { Lease } from '../ports/task-store.js';
import type { BatchSettings } from './batch-settings.js';

/**
 * Extends a lease three times within its length until it is stopped, so that it ends soon after a process dies and never while one
 * works. `onLost` is called when there is nothing to work on any more.
 */
export class LeaseKeeper {
  readonly #lease: Lease;
  readonly #settings: BatchSettings;
  readonly #onLost: () => void;
  #cancel: () => void;
  #isStopped = false;
  #asking: Promise<void> | undefined;
  /** Since when the lease lasts, by the clock's elapsed time, or when the store last failed to say so. */
  #since: number;

  constructor(lease: Lease, settings: BatchSettings, onLost: () => void) {
    this.#lease = lease;
    this.#settings = settings;
    this.#onLost = onLost;
    this.#since = settings.clock.elapsed();
    this.#cancel = this.#scheduleNext();
  }

  /** Whether the process stood still for so long that others may have taken over. What costs money does not begin then. */
  get isInDoubt(): boolean {
    const { clock, leaseMs } = this.#settings;
    return !this.#isStopped && clock.elapsed() - this.#since >= leaseMs;
  }

  /** Resolves when the store has said whether the lease still holds, after `onLost` if it does not, or has failed to. */
  async assured(): Promise<void> {
    // An answer that was on its way while the process stood still says nothing: the second one does.
    for (let asked = 0; asked < 2 && this.isInDoubt; asked += 1) await this.#ask();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #scheduleNext(): () => void {
    return this.#settings.clock.schedule(this.#settings.leaseMs / 3, () => void this.#ask());
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
      if (!held) {
        this.stop();
        return this.#onLost();
      }
      this.#since = askedAt;
    } catch (error) {
      // A store that fails once may answer in time for the next attempt; if not, the lease ends and others take over.
      this.#since = clock.elapsed();
      reporter.report('work_failed', error);
    }
    if (!this.#isStopped) this.#cancel = this.#scheduleNext();
  }
}
