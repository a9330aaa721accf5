import { type CreditCaps, type DailyCap, utcDayOf } from '../model/accounts.js';
import { counted, DialproofError } from '../model/errors.js';
import type { Clock } from '../ports/clock.js';
import type { SpendingCounts } from '../ports/optional/spending-counts.js';
import type { FailureReporter } from '../reports/failure-reporter.js';
import { readMaxCredits } from './intake/affordable.js';

export interface DailyCreditsSettings {
  readonly clock: Pick<Clock, 'now'>;
  readonly creditCounts: ((countedAs: string) => SpendingCounts) | null;
  readonly reporter: FailureReporter;
}

/** Credits of a request that were counted before they are held. */
export interface CountedCredits {
  /** For a request that cost nothing, since it was refused or its check failed. Never rejects. */
  giveBack(): Promise<void>;
}

const NOT_COUNTED: CountedCredits = { giveBack: async () => undefined };

/**
 * Counts the credits that requests hold against the daily cap of their credentials. They are counted before the hold is made: if the
 * process dies in between, the count is too high until midnight, but never too low. Credits that a task returns at its end stay counted.
 */
export class DailyCredits {
  readonly #settings: DailyCreditsSettings;

  constructor(settings: DailyCreditsSettings) {
    this.#settings = settings;
  }

  /** Refuses a file before it is read if the day's credits are used up. Code: `daily_limit_reached`. */
  async assertLeft(caps: CreditCaps | undefined): Promise<void> {
    const cap = caps?.day;
    if (cap === undefined) return;
    const { counts, day, endsAt } = this.#today(cap);
    if ((await counts.spent(day)) >= cap.maxCredits)
      throw await this.#refusal(cap, { counts, day, endsAt }, 1);
  }

  /** Code: `daily_limit_reached`. */
  async count(caps: CreditCaps | undefined, credits: number): Promise<CountedCredits> {
    const cap = caps?.day;
    // A free request is never refused, even if the cap is already exceeded.
    if (cap === undefined || credits === 0) return NOT_COUNTED;
    const today = this.#today(cap);
    const { counts, day } = today;
    if (!(await counts.take(day, credits, cap.maxCredits))) throw await this.#refusal(cap, today, credits);
    return {
      giveBack: async () => {
        await counts
          .giveBack(day, credits)
          .catch((error: unknown) => this.#settings.reporter.report('cleanup_failed', error));
      },
    };
  }

  #today({ countedAs, maxCredits }: DailyCap): Today {
    const { clock, creditCounts } = this.#settings;
    if (creditCounts === null)
      throw new TypeError('credentials with a daily cap need the option creditCounts');
    readMaxCredits(maxCredits);
    const now = clock.now();
    return {
      counts: creditCounts(countedAs),
      day: new Date(now).toISOString().slice(0, 10),
      endsAt: now + utcDayOf(now).endsInMs,
    };
  }

  async #refusal(
    { maxCredits }: DailyCap,
    { counts, day, endsAt }: Today,
    needed: number,
  ): Promise<DialproofError> {
    const left = Math.max(0, maxCredits - (await counts.spent(day)));
    const ends = new Date(endsAt).toISOString().replace('.000', '');
    return new DialproofError('daily_limit_reached', {
      hint: `"max_credits_per_day" of this token is ${maxCredits}: ${counted(left, 'is', 'are')} left until ${ends}, and ${counted(needed, 'credit is', 'credits are')} needed`,
      retryAfterMs: Math.max(0, endsAt - this.#settings.clock.now()),
    });
  }
}

interface Today {
  readonly counts: SpendingCounts;
  /** The day in UTC, as 2026-01-31. */
  readonly day: string;
  readonly endsAt: number;
}
