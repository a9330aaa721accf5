import type { E164 } from '../../model/identifiers.js';
import type { Clock } from '../../ports/clock.js';
import type { BulkAnswer, CheckAnswer } from '../../ports/number-checker.js';
import { readCheckAnswer } from './checker-answer.js';

/** The most stored answers, as many as a hundred bulk calls give. Beyond that, the oldest is dropped. */
const MAX_KEPT = 100_000;
/** How long an answer is stored: longer than the attempts of a task and most outages take. */
const KEPT_MS = 3_600_000;

interface KeptAnswer {
  readonly answer: CheckAnswer;
  readonly now: number;
  readonly elapsed: number;
}

/** Answers that were paid for and not yet used, for an hour, at most 100,000 of them. */
export class KeptAnswers {
  readonly #clock: Clock;
  /** The oldest answer is first. */
  readonly #kept = new Map<E164, KeptAnswer>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  /** The answer, with the time when it was given. Undefined if there is none. */
  get(number: E164): CheckAnswer | undefined {
    const kept = this.#kept.get(number);
    return kept === undefined || this.#isOld(kept) ? undefined : dated(kept);
  }

  /** Stores the answers of a call, and skips failed checks. Returns whether there was an answer. */
  keep(numbers: readonly E164[], answers: readonly (BulkAnswer | undefined)[]): boolean {
    const [now, elapsed] = [this.#clock.now(), this.#clock.elapsed()];
    let hasAnswer = false;
    for (const [place, number] of numbers.entries()) {
      const given = answers[place];
      if (given === undefined || given === 'check_failed') continue;
      // Stores a copy, since the checker may change its own object later.
      const { answer } = readCheckAnswer(given);
      if (answer === undefined) continue;
      hasAnswer = true;
      this.#kept.delete(number);
      this.#kept.set(number, { answer, now, elapsed });
    }
    for (const [number, kept] of this.#kept) {
      if (this.#kept.size <= MAX_KEPT && !this.#isOld(kept)) break;
      this.#kept.delete(number);
    }
    return hasAnswer;
  }

  forget(numbers: Iterable<E164>): void {
    if (!this.isEmpty) for (const number of numbers) this.#kept.delete(number);
  }

  #isOld({ elapsed }: KeptAnswer): boolean {
    return this.#clock.elapsed() - elapsed >= KEPT_MS;
  }
}

/**
 * Answers that arrived after their check had failed at its deadline or was given up. The next check of the number gets the answer once,
 * with the time of its arrival.
 */
export class LateAnswers extends KeptAnswers {
  /** Removes and returns the answer for this number; undefined if there is none. */
  take(number: E164): CheckAnswer | undefined {
    const answer = this.get(number);
    this.forget([number]);
    return answer;
  }
}

function dated({ answer, now }: KeptAnswer): CheckAnswer {
  const details = typeof answer === 'string' ? { status: answer } : answer;
  return { checkedAt: new Date(now), ...details };
}

/** Calls that have passed their deadline together. */
export interface LateGroup {
  /** Notes that one call of the group has ended. */
  end(): void;
}

/**
 * The calls of this process that have passed their deadline and may still answer. They outlive their check, so the service gives up the
 * remaining ones when it closes.
 */
export class LateCalls {
  readonly #clock: Clock;
  readonly #groups = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `abort` after `waitMs`, unless all `count` calls have ended before. */
  wait(count: number, waitMs: number, abort: () => void): LateGroup {
    let left = count;
    const giveUp = (): void => {
      forget();
      abort();
    };
    const cancel = this.#clock.schedule(waitMs, giveUp);
    const forget = (): void => {
      cancel();
      this.#groups.delete(giveUp);
    };
    this.#groups.add(giveUp);
    return {
      end: () => {
        left -= 1;
        if (left === 0) forget();
      },
    };
  }

  /** Aborts all of them now. */
  giveUp(): void {
    for (const giveUp of this.#groups) giveUp();
  }
}
