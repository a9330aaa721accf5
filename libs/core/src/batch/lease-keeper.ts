import type { LeaseTarget } from '../ports/task-store.js';
import type { BatchSettings } from './batch-settings.js';

/**
 * Extends a lease three times within its length until it is stopped, so that it ends soon after a process dies and never while one
 * works. `onLost` is called when there is nothing left to hold on to.
 */
export class LeaseKeeper {
  readonly #target: LeaseTarget;
  readonly #settings: BatchSettings;
  readonly #onLost: () => void;
  #cancel: () => void;
  #stopped = false;

  constructor(target: LeaseTarget, settings: BatchSettings, onLost: () => void) {
    this.#target = target;
    this.#settings = settings;
    this.#onLost = onLost;
    this.#cancel = this.#scheduleNext();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #scheduleNext(): () => void {
    return this.#settings.clock.schedule(this.#settings.leaseMs / 3, () => void this.#extend());
  }

  async #extend(): Promise<void> {
    const { clock, leaseMs, onError, store } = this.#settings;
    try {
      const held = await store.extendLease(this.#target, clock.now() + leaseMs);
      if (this.#stopped) return;
      if (!held) return this.#onLost();
    } catch (error) {
      // A store that fails once may answer in time for the next attempt; if not, the lease ends and others take over.
      onError(error);
    }
    if (!this.#stopped) this.#cancel = this.#scheduleNext();
  }
}
