import type { Claim, ClaimAnswer } from '../../ports/task-store.js';
import type { WorkSettings } from '../batch-settings.js';

/** A claim, or when there may be one. */
export interface NextClaim {
  readonly claim: Claim | null;
  readonly retryAfterMs: number | null;
  /** The clock's elapsed time when the store was asked. */
  readonly askedAt: number;
}

type ClaimsSettings = Pick<WorkSettings, 'checking' | 'clock' | 'leaseMs' | 'store'>;

interface Caller {
  readonly resolve: (next: NextClaim) => void;
  readonly reject: (reason: unknown) => void;
}

/** Claims for several callers at once: those of one turn of the event loop are one call of the store. */
export class Claims {
  readonly #settings: ClaimsSettings;
  #callers: Caller[] = [];

  constructor(settings: ClaimsSettings) {
    this.#settings = settings;
  }

  next(): Promise<NextClaim> {
    return new Promise((resolve, reject) => {
      this.#callers.push({ resolve, reject });
      if (this.#callers.length === 1) setImmediate(() => void this.#claim());
    });
  }

  async #claim(): Promise<void> {
    const callers = this.#callers;
    this.#callers = [];
    try {
      const { askedAt, claims, retryAfterMs } = await this.#claimFor(callers.length);
      callers.forEach(({ resolve }, position) => {
        resolve({ claim: claims[position] ?? null, retryAfterMs, askedAt });
      });
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }

  async #claimFor(limit: number): Promise<ClaimAnswer & Pick<NextClaim, 'askedAt'>> {
    const { checking, clock, leaseMs, store } = this.#settings;
    // The store may not have heard yet of an outage that is over here.
    await checking.watch.outage.reported;
    const takeNotice = checking.watch.outage.lookAtStore();
    const askedAt = clock.elapsed();
    const answer = await store.claim({ leaseMs, limit, taskId: null });
    takeNotice(answer.outage);
    return { ...answer, askedAt };
  }
}
