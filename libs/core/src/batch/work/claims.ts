import { nextTurn } from '../../async/next-turn.js';
import type { CheckClaim, Claim, ClaimAnswer } from '../../ports/task-store.js';
import type { WorkSettings } from '../batch-settings.js';
import { AllClaimedNumbers, type ClaimedNumbers } from './claimed-numbers.js';
import { giveBack } from './do-claim.js';
import { Pace } from './pace.js';

/** The answer to a worker: a claimed piece of work, or else the time until there may be one. */
export interface NextClaim {
  readonly claim: Claim | undefined;
  readonly retryAfterMs: number | null;
  /** The clock's elapsed time when the store was asked. */
  readonly askedAt: number;
}

/** When to ask again if nothing was claimed, and accounts were left out that have enough numbers here. */
const ENOUGH_FOR_MS = 1_000;

/** A claim that nobody has begun this long after the store's answer is given back: other processes may have nothing to do. */
const BEGUN_WITHIN_MS = 250;

interface Caller {
  /** Whether further claims may wait for the next callers, as the pace of this process allows. */
  readonly takesSeveral: boolean;
  readonly resolve: (next: NextClaim) => void;
  readonly reject: (reason: unknown) => void;
}

/** A claim that waits for a caller. */
interface WaitingClaim {
  readonly claim: Claim;
  readonly askedAt: number;
  /** Ends the wait. */
  readonly leave: () => void;
}

/**
 * Claims for all workers of this process: there is one call of the store at a time, and those who come meanwhile share the next one. Side by
 * side, the calls of a process would wait for one another's locks. With a fast checker, a call claims more than the workers need now: the rest
 * waits for the next of them.
 *
 * An account of which enough numbers wait here gets no further claim: its chunks would take the places of other accounts, and wait for slots
 * in them.
 */
export class Claims {
  readonly #settings: WorkSettings;
  readonly #closing: AbortSignal;
  readonly #pace: Pace;
  readonly #numbers: AllClaimedNumbers;
  #callers: Caller[] = [];
  #isClaiming = false;
  readonly #waiting = new Set<WaitingClaim>();
  readonly #givingBack = new Set<Promise<void>>();

  constructor(settings: WorkSettings, closing: AbortSignal) {
    this.#settings = settings;
    this.#closing = closing;
    this.#pace = new Pace(settings.clock);
    this.#numbers = new AllClaimedNumbers(settings.chunkSize);
    closing.addEventListener('abort', () => {
      for (const waiting of this.#waiting) this.#drop(waiting);
    });
  }

  /** Resolves to a claim, if there is one. The caller calls {@link noteEnd} or {@link giveBack} for it, once. */
  next({ takesSeveral }: Pick<Caller, 'takesSeveral'>): Promise<NextClaim> {
    const [waiting] = this.#waiting;
    if (waiting !== undefined) {
      waiting.leave();
      return Promise.resolve({ claim: waiting.claim, askedAt: waiting.askedAt, retryAfterMs: 0 });
    }
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

  /** Gives a claim back without work. Never rejects. */
  async giveBack(claim: Claim): Promise<void> {
    this.#forget(claim);
    await giveBack(this.#settings, claim.lease, 0);
  }

  /** Resolves when every claim that nobody has begun was given back. Never rejects. */
  async allGivenBack(): Promise<void> {
    await Promise.all(this.#givingBack);
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
    const takesSeveral = callers.some((caller) => caller.takesSeveral);
    const limit = takesSeveral ? Math.max(callers.length, this.#pace.recentEnds) : callers.length;
    try {
      const { askedAt, claims, retryAfterMs } = await this.#claimFor(limit);
      for (const claim of claims) if (claim.kind === 'check') this.#numbers.of(claim);
      for (const claim of claims.slice(callers.length)) this.#keep(claim, askedAt);
      for (const [place, { resolve }] of callers.entries())
        resolve({ claim: claims[place], retryAfterMs, askedAt });
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }

  /** Keeps a claim for the next caller: for a moment, and while its task goes on. */
  #keep(claim: Claim, askedAt: number): void {
    const { clock, endings } = this.#settings;
    const drop = (): void => this.#drop(waiting);
    const stopTimer = clock.schedule(BEGUN_WITHIN_MS, drop);
    const stopListening = claim.kind === 'check' ? endings.listen(claim.taskId, drop) : () => undefined;
    const waiting: WaitingClaim = {
      claim,
      askedAt,
      leave: () => {
        stopTimer();
        stopListening();
        this.#waiting.delete(waiting);
      },
    };
    this.#waiting.add(waiting);
    if (this.#closing.aborted) drop();
  }

  #drop(waiting: WaitingClaim): void {
    waiting.leave();
    const given = this.giveBack(waiting.claim).finally(() => this.#givingBack.delete(given));
    this.#givingBack.add(given);
  }

  #forget(claim: Claim): void {
    if (claim.kind === 'check') this.#numbers.remove(claim);
  }

  async #claimFor(limit: number): Promise<ClaimAnswer & Pick<NextClaim, 'askedAt'>> {
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
