import type { Claim, ClaimAnswer } from '../../ports/task-store.js';
import type { WorkSettings } from '../batch-settings.js';
import { Pace } from './pace.js';

/** What was claimed for a caller, or when there may be something. */
export interface NextClaims {
  readonly claims: readonly Claim[];
  readonly retryAfterMs: number | null;
  /** The clock's elapsed time when the store was asked. */
  readonly askedAt: number;
}

type ClaimsSettings = Pick<WorkSettings, 'checking' | 'clock' | 'leaseMs' | 'store'>;

interface Caller {
  readonly takesSeveral: boolean;
  readonly resolve: (next: NextClaims) => void;
  readonly reject: (reason: unknown) => void;
}

/** Claims for several callers at once: those of one turn of the event loop are one call of the store. */
export class Claims {
  readonly #settings: ClaimsSettings;
  readonly #pace: Pace;
  #callers: Caller[] = [];

  constructor(settings: ClaimsSettings) {
    this.#settings = settings;
    this.#pace = new Pace(settings.clock);
  }

  /**
   * Resolves to one claim at most, or to as many as the pace of this process allows. The caller calls {@link noteEnd} or
   * {@link noteGivenBack} once for each claim; otherwise the pace allows one claim less for ever.
   */
  next({ takesSeveral }: Pick<Caller, 'takesSeveral'>): Promise<NextClaims> {
    return new Promise((resolve, reject) => {
      this.#callers.push({ takesSeveral, resolve, reject });
      if (this.#callers.length === 1) setImmediate(() => void this.#claim());
    });
  }

  /** Notes that a claim was worked on. */
  noteEnd(): void {
    this.#pace.noteEnd();
  }

  /** Notes that a claim was given back without work. */
  noteGivenBack(): void {
    this.#pace.noteGivenBack();
  }

  async #claim(): Promise<void> {
    const callers = this.#callers;
    this.#callers = [];
    const several = callers.filter(({ takesSeveral }) => takesSeveral);
    const limit = several.length === 0 ? callers.length : Math.max(callers.length, this.#pace.room);
    try {
      const { askedAt, claims, retryAfterMs } = await this.#claimFor(limit);
      this.#pace.noteBegin(claims.length);
      const others = claims.slice(callers.length);
      callers.forEach((caller, position) => {
        const place = several.indexOf(caller);
        // Each caller's first claim has an earlier turn than all further ones.
        const own = others.filter((_, index) => index % several.length === place);
        caller.resolve({ claims: [...claims.slice(position, position + 1), ...own], retryAfterMs, askedAt });
      });
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }

  async #claimFor(limit: number): Promise<ClaimAnswer & Pick<NextClaims, 'askedAt'>> {
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
