import {
  type BulkAnswer,
  type BulkNumberChecker,
  type CheckContext,
  DialproofError,
  type E164,
  type NumberChecker,
  type VerificationStatus,
} from '@dialproof/core';
import type { Life } from './life.js';
import { FAILS_ALWAYS, type UpstreamPlan } from './plan.js';
import { DAY_MS, type World } from './world.js';

const STATUSES = ['wa_registered', 'telegram_registered', 'dead', 'inactive'] as const;

/**
 * The upstream's answer for a number at a time: some have another one each day. It is never `unknown`, so that an `unknown` in a result is a
 * failed check or a suppressed number.
 */
export function truthOf(number: string, at: number): VerificationStatus {
  const digits = Number(number.slice(-2));
  const days = digits % 10 < 5 ? Math.floor(at / DAY_MS) : 0;
  return STATUSES[(digits + days) % STATUSES.length] ?? 'dead';
}

/** The deadline of a call, and what each further number adds to it. */
const DEADLINE_MS = 10_000;
const DEADLINE_PER_NUMBER_MS = 50;

/** Answers after this time are late: their caller has given up. */
const LATE_MS = [11_000, 25_000] as const;

/** A question to the upstream, and its outcome. */
export interface Question {
  readonly number: string;
  /** The process that asked. */
  readonly asker: string;
  readonly askedAt: number;
  /** When its call has failed. */
  readonly deadlineAt: number;
  readonly isLate: boolean;
  /** When its call was aborted; undefined if it was not, or had ended. */
  abortedAt?: number;
  /** Undefined if it was not answered. An answer is paid for. */
  answeredAt?: number;
  /** Whether it will never be answered. */
  readonly isSilent: boolean;
}

/** A paid service. It remembers what it was asked, and who asked. */
export class SimulatedUpstream {
  readonly questions: Question[] = [];
  readonly #world: World;
  readonly #plan: UpstreamPlan;

  constructor(world: World, plan: UpstreamPlan) {
    this.#world = world;
    this.#plan = plan;
  }

  /** The checker of a process. */
  checkerOf(life: Life): NumberChecker | BulkNumberChecker {
    const { bulk } = this.#plan;
    if (bulk === null) {
      return {
        check: (number, context) =>
          life.heard(
            this.#answer([number], life, context).then(([answer]) => {
              if (answer === undefined || answer === 'check_failed') throw new Error('the check failed');
              return answer;
            }),
          ),
      };
    }
    return {
      maxNumbers: bulk,
      checkMany: (numbers, context) => life.heard(this.#answer(numbers, life, context)),
    };
  }

  async #answer(
    numbers: readonly E164[],
    { name }: Life,
    { signal }: CheckContext,
  ): Promise<readonly BulkAnswer[]> {
    const { answerMs, failing, late, nonsense } = this.#plan;
    const { now: askedAt, random } = this.#world;
    const isSilent = this.#isSilent(numbers);
    const isLate = random.chance(late);
    const deadlineAt = askedAt + DEADLINE_MS + (numbers.length - 1) * DEADLINE_PER_NUMBER_MS;
    const questions = numbers.map(
      (number): Question => ({ number, asker: name, askedAt, deadlineAt, isLate, isSilent }),
    );
    this.questions.push(...questions);
    signal.addEventListener('abort', () => {
      for (const question of questions) question.abortedAt = this.#world.now;
    });
    this.#world.note(`${name} asks about ${numbers.join(' ')}`);
    this.#world.time.activity += 1;
    if (isSilent) return await new Promise(() => {});
    await this.#world.pass(random.between(...answerMs) + (isLate ? random.between(...LATE_MS) : 0));
    this.#world.time.activity += 1;
    this.#assertNoOutage();
    // A call of many numbers that fails as a whole.
    if (numbers.length > 1 && random.chance(failing / 2)) throw new Error('the call failed');
    const answers = questions.map((question): BulkAnswer => {
      const { number } = question;
      if (number.endsWith(FAILS_ALWAYS) || random.chance(failing)) return 'check_failed';
      // An invalid answer, which the types forbid.
      if (random.chance(nonsense)) return 'perhaps' as BulkAnswer;
      question.answeredAt = this.#world.now;
      return truthOf(number, question.answeredAt);
    });
    this.#world.note(
      `${name} is answered: ${numbers.map((number, at) => `${number} ${answers[at]}`).join(', ')}`,
    );
    return answers;
  }

  #isSilent(numbers: readonly E164[]): boolean {
    const { mute, silences, silent } = this.#plan;
    const { now, random } = this.#world;
    return (
      random.chance(silent) ||
      silences.some(([from, until]) => now >= from && now < until) ||
      (mute !== null && numbers.some((number) => number.endsWith(mute)))
    );
  }

  #assertNoOutage(): void {
    const { now, random } = this.#world;
    const outage = this.#plan.outages.find(([from, until]) => now >= from && now < until);
    if (outage === undefined) return;
    throw new DialproofError(
      'checker_unavailable',
      random.chance(0.5) ? { retryAfterMs: outage[1] - now } : {},
    );
  }
}
