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

  constructor(lease: Lease, settings: BatchSettings, onLost: () => void) {
    this.#lease = lease;
    this.#settings = settings;
    this.#onLost = onLost;
    this.#cancel = this.#scheduleNext();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #scheduleNext(): () => void {
    return this.#settings.clock.schedule(this.#settings.leaseMs / 3, () => void this.#extend());
  }

  async #extend(): Promise<void> {
    const { leaseMs, reporter, store } = this.#settings;
    try {
      const held = await store.extendLease(this.#lease, leaseMs);
      if (this.#isStopped) return;
      if (!held) return this.#onLost();
    } catch (error) {
      // A store that fails once may answer in time for the next attempt; if not, the lease ends and others take over.
      reporter.report('work_failed', error);
    }
    if (!this.#isStopped) this.#cancel = this.#scheduleNext();
  }
}
