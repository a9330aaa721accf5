import { type CheckContext, type Clock, type E164, isBulkNumberChecker, KeptAnswers } from '@dialproof/core';
import { batchedFor } from '../around/load/batched.js';
import { type AskEach, askWithout, outcomesOf } from '../calls/number-outcomes.js';
import { type AnyChecker, type Ask, askOf, sameKind } from '../calls/same-kind.js';

export interface ChainLinkOptions {
  /** Milliseconds for which a bulk link collects the numbers of several calls. Undefined: each call of the chain is one of the link. */
  readonly window: CollectWindow | undefined;
  /** Gets each failed call, unless it was aborted. */
  readonly onFailure: (error: unknown) => void;
  readonly clock: Clock;
}

/**
 * A link of a chain. It keeps each of its answers until the chain has answered: whatever happens at another link, this link is not called
 * again for the number. A late answer is kept too.
 */
export class ChainLink {
  readonly #options: ChainLinkOptions;
  readonly #kept: KeptAnswers;
  readonly #askEach: AskEach;
  readonly tellsReassigned: boolean;

  /** Throws TypeError for a value that is no checker. */
  constructor(link: AnyChecker, options: ChainLinkOptions) {
    this.#options = options;
    this.#kept = new KeptAnswers(options.clock);
    const ask = this.#collecting(link);
    this.tellsReassigned = link.tellsReassigned === true;
    this.#askEach = (numbers, context) => outcomesOf(numbers.length, () => ask(numbers, this.#own(context)));
  }

  /** Never rejects. */
  readonly ask: AskEach = (numbers, context) => askWithout(this.#kept, this.#askEach, numbers, context);

  /** The chain has answered for these numbers. */
  forget(numbers: readonly E164[]): void {
    this.#kept.forget(numbers);
  }

  /** Dates of consent are for the links alone that make use of them: a cache around another one asks anew for them. */
  #own({ consentDates, ...context }: CheckContext): CheckContext {
    return this.tellsReassigned && consentDates !== undefined ? { ...context, consentDates } : context;
  }

  #collecting(link: AnyChecker): Ask {
    const { clock, window } = this.#options;
    const keeping = sameKind(link, this.#keeping(askOf(link)));
    if (window === undefined || !isBulkNumberChecker(keeping)) return askOf(keeping);
    return askOf(batchedFor(() => window.length, keeping, { clock }));
  }

  /** One call of the link itself. */
  #keeping(ask: Ask): Ask {
    const { clock, onFailure, window } = this.#options;
    return async (numbers, context) => {
      const begunAt = clock.elapsed();
      try {
        const answers = await ask(numbers, context);
        this.#kept.keep(numbers, answers);
        return answers;
      } catch (error) {
        if (!context.signal.aborted) onFailure(error);
        throw error;
      } finally {
        window?.note(clock.elapsed() - begunAt);
      }
    };
  }
}

/** The collecting time until a first call has been answered, in milliseconds. */
const FIRST_MS = 10;
/** The collecting time as a share of the time that a call takes. */
const SHARE = 1 / 4;
const LONGEST_MS = 1_000;
/** The weight of the latest call in the average. */
const LATEST = 1 / 4;

/**
 * The time for which a bulk link waits for further numbers before its call: a quarter of the time that its calls take, a second at most. So
 * a fast link is called almost at once, a slow one with many numbers a call, and no number takes much longer.
 */
export class CollectWindow {
  readonly #fixedMs: number | undefined;
  #usualMs: number | undefined;

  /** `fixedMs`: its length, however long calls take. */
  constructor(fixedMs?: number) {
    this.#fixedMs = fixedMs;
  }

  /** In milliseconds. */
  get length(): number {
    if (this.#fixedMs !== undefined) return this.#fixedMs;
    return this.#usualMs === undefined ? FIRST_MS : Math.min(LONGEST_MS, this.#usualMs * SHARE);
  }

  /** Notes the time of a call. */
  note(tookMs: number): void {
    const before = this.#usualMs ?? tookMs;
    this.#usualMs = before + (tookMs - before) * LATEST;
  }
}
