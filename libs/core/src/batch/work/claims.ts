import { nextTurn } from '../../async/next-turn.js';
import type { CheckClaim, Claim, ClaimAnswer } from '../../ports/task-store.js';
import type { WorkSettings } from '../batch-settings.js';
import { AllClaimedNumbers, type ClaimedNumbers } from './claimed-numbers.js';
import { Pace } from './pace.js';

/** What was claimed for a caller, or when there may be something. */
export interface NextClaims {
  readonly claims: readonly Claim[];
  readonly retryAfterMs: number | null;
  /** The clock's elapsed time when the store was asked. */
  readonly askedAt: number;
}

type ClaimsSettings = Pick<
  WorkSettings,
  'checkConcurrency' | 'checking' | 'chunkSize' | 'clock' | 'leaseMs' | 'store'
>;

/** When to ask again if nothing was claimed, and accounts were left out that have enough numbers here. */
const ENOUGH_FOR_MS = 1_000;

interface Caller {
  readonly takesSeveral: boolean;
  readonly resolve: (next: NextClaims) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Claims for several callers at once: there is one call of the store at a time, and those who come meanwhile share the next one. Side by side,
 * the calls of a process would wait for one another's locks. An account of which enough numbers wait here gets no further claim: its chunks
 * would take the places of other accounts, and wait for slots in them.
 */
export class Claims {
  readonly #settings: ClaimsSettings;
  readonly #pace: Pace;
  readonly #numbers: AllClaimedNumbers;
  #callers: Caller[] = [];
  #isClaiming = false;

  constructor(settings: ClaimsSettings) {
    this.#settings = settings;
    this.#pace = new Pace(settings.clock);
    this.#numbers = new AllClaimedNumbers(settings.chunkSize);
  }

  /**
   * Resolves to one claim at most, or to as many as the pace of this process allows. The caller calls {@link noteEnd} or
   * {@link noteGivenBack} once for each claim; otherwise the pace allows one claim less for ever.
   */
  next({ takesSeveral }: Pick<Caller, 'takesSeveral'>): Promise<NextClaims> {
    return new Promise((resolve, reject) => {
      this.#callers.push({ takesSeveral, resolve, reject });
      if (!this.#isClaiming) void this.#claimForAll();
    });
  }

  /** The numbers of a chunk that was claimed here. Whoever works on it says how many still wait. */
  numbersOf(claim: CheckClaim): ClaimedNumbers {
    return this.#numbers.of(claim);
  }

  /** Notes that a claim was worked on. */
  noteEnd(claim: Claim): void {
    this.#pace.noteEnd();
    this.#forget(claim);
  }

  /** Notes that a claim was given back without work. */
  noteGivenBack(claim: Claim): void {
    this.#pace.noteGivenBack();
    this.#forget(claim);
  }

  #forget(claim: Claim): void {
    if (claim.kind === 'check') this.#numbers.remove(claim);
  }

  async #claimForAll(): Promise<void> {
    this.#isClaiming = true;
    // Those of one turn of the event loop are here by then.
    await nextTurn();
    while (this.#callers.length > 0) await this.#claim();
    this.#isClaiming = false;
  }

  async #claim(): Promise<void> {
    const callers = this.#callers;
    this.#callers = [];
    const several = callers.filter(({ takesSeveral }) => takesSeveral);
    const limit = several.length === 0 ? callers.length : Math.max(callers.length, this.#pace.room);
    try {
      const { askedAt, claims, retryAfterMs } = await this.#claimFor(limit);
      this.#pace.noteBegin(claims.length);
      for (const claim of claims) if (claim.kind === 'check') this.#numbers.of(claim);
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
    await checking.breaker.stored;
    const takeStored = checking.breaker.readStore();
    const askedAt = clock.elapsed();
    const except = this.#numbers.accountsWith(this.#enough);
    const answer = await store.claim({ leaseMs, limit, taskId: null, except });
    takeStored(answer.outage);
    const retryAfterMs =
      except.length === 0
        ? answer.retryAfterMs
        : Math.min(answer.retryAfterMs ?? ENOUGH_FOR_MS, ENOUGH_FOR_MS);
    return { ...answer, retryAfterMs, askedAt };
  }

  /**
   * So many waiting numbers keep the slots busy until the next chunk of their account ends and another one is claimed: a number for each
   * slot, a chunk, and as many chunks as end within the time of a claim.
   */
  get #enough(): number {
    const { checkConcurrency, checking, chunkSize } = this.#settings;
    return checkConcurrency * checking.calls.numbersPerCall + chunkSize * (1 + this.#pace.recentEnds);
  }
}
