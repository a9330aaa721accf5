import { nextTurn } from '../../async/turn.js';
import type { Clock } from '../../ports/clock.js';
import type { CheckClaim, Claim, ClaimAnswer } from '../../ports/task-store.js';
import type { WorkSettings } from '../batch-settings.js';
import { AllClaimedNumbers, type ClaimedNumbers } from './claimed-numbers.js';
import { giveBack } from './do-claim.js';

/** The answer to a worker: a claimed piece of work, or the time until there may be one. */
export interface NextClaim {
  readonly claim: Claim | undefined;
  readonly retryAfterMs: number | null;
  /** The clock's elapsed time when the store was asked. */
  readonly askedAt: number;
}

/** The time until the next request if nothing was claimed, and accounts with enough waiting numbers were left out. */
const ENOUGH_FOR_MS = 1_000;

/** A claim that was not begun within this time is given back: other processes may be idle. */
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
 * Claims for all workers of this process. The store is called once at a time, since parallel calls would wait for one another's locks.
 * Workers that come during a call share the next one. With a fast checker, a call claims more than the workers need now, and keeps the rest
 * for the next workers.
 *
 * An account with enough waiting numbers gets no further claim: its chunks would only wait for slots, and take those of other accounts.
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

  /** The numbers of a chunk claimed by this process. The work on the chunk updates how many still wait. */
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

  /** Resolves when every claim that was not begun was given back. Never rejects. */
  async allGivenBack(): Promise<void> {
    await Promise.all(this.#givingBack);
  }

  async #claimForAll(): Promise<void> {
    this.#isClaiming = true;
    // After this turn of the event loop, all of its callers are in the list.
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

  /** Keeps a claim for the next caller, for a short time and as long as its task continues. */
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
    // The store may not know yet that this process saw the end of an outage.
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
   * The count of waiting numbers that keeps the slots busy until a chunk of the account ends and another one is claimed: one for each slot,
   * a chunk, and as many chunks as end during a claim.
   */
  get #enough(): number {
    const { checkConcurrency, checking, chunkSize } = this.#settings;
    return checkConcurrency * checking.calls.numbersPerCall + chunkSize * (1 + this.#pace.recentEnds);
  }
}

/** The time over which ended pieces are counted, in milliseconds. */
const WINDOW_MS = 100;
/** The most ends that are counted, which limits the pieces of one claim. */
const MOST_ENDS = 64;

/**
 * Counts the pieces of work that ended in this process within the last 100 milliseconds. A claim takes as many pieces, since about as many
 * will end in the next 100. With a slow checker few pieces end in that time, so the process claims few and leaves the rest to other
 * processes.
 *
 * Measured in November 2026, alternately on a busy machine, with a file of 100,000 numbers and an instant checker: without it, PostgreSQL
 * had 105 to 110 claims instead of 33 to 45, and took 1.1 to 1.3 times as long. SQLite took the same time.
 */
export class Pace {
  readonly #clock: Clock;
  /** The ends within the window, the earliest first, by the clock's elapsed time. */
  readonly #ends: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get recentEnds(): number {
    const earliest = this.#clock.elapsed() - WINDOW_MS;
    while ((this.#ends[0] ?? Number.POSITIVE_INFINITY) < earliest) this.#ends.shift();
    return this.#ends.length;
  }

  noteEnd(): void {
    this.#ends.push(this.#clock.elapsed());
    if (this.#ends.length > MOST_ENDS) this.#ends.shift();
  }
}
