import {
  type Clock,
  DialproofError,
  type E164,
  type NumberChecker,
  type VerificationStatus,
} from '@dialproof/core';

/** Every check of a number with these last digits fails. */
const FAILS_ALWAYS = '00';
/** The first two checks of a number with these last digits fail. */
const FAILS_TWICE = '01';

const STATUSES: readonly VerificationStatus[] = [
  'wa_registered',
  'telegram_registered',
  'dead',
  'inactive',
  'unknown',
];

/** The time for an answer about a number that ends with 0, in milliseconds. Each higher digit adds as much. */
const ANSWER_MS = 40;
const DIGIT_MS = 60;

/** A question to the upstream, and when it was answered; undefined if it was not, or not yet. */
export interface Question {
  readonly number: E164;
  readonly askedAt: number;
  answeredAt?: number;
}

/** A paid service that answers for numbers. It outlives the machines that ask it, and remembers what it was asked. */
export class Upstream implements NumberChecker {
  readonly questions: Question[];
  readonly #clock: Clock;
  readonly #outage: readonly number[] | null;

  /** `before`: the questions of an earlier life. `outage`: its beginning and its end, by the clock's elapsed time. */
  constructor(
    clock: Clock,
    {
      before = [],
      outage = null,
    }: { readonly before?: readonly Question[]; readonly outage?: readonly number[] | null } = {},
  ) {
    this.#clock = clock;
    this.#outage = outage;
    this.questions = before.map((question) => ({ ...question }));
  }

  async check(number: E164): Promise<VerificationStatus> {
    const now = this.#clock.elapsed();
    const question: Question = { number, askedAt: now };
    const times = this.questions.filter((asked) => asked.number === number).length;
    this.questions.push(question);
    const digit = Number(number.at(-1));
    await new Promise<void>((resolve) => this.#clock.schedule(ANSWER_MS + digit * DIGIT_MS, resolve));
    const [from = 0, until = 0] = this.#outage ?? [];
    if (now >= from && now < until) {
      throw new DialproofError('checker_unavailable', { retryAfterMs: until - now });
    }
    if (number.endsWith(FAILS_ALWAYS) || (number.endsWith(FAILS_TWICE) && times < 2)) {
      throw new Error('the upstream cannot answer for this number');
    }
    question.answeredAt = this.#clock.elapsed();
    return STATUSES[digit % STATUSES.length] ?? 'unknown';
  }
}
