import assert from 'node:assert/strict';
import type { AccountId, BulkNumberChecker, E164, VerificationStatus } from '@dialproof/core';
import { inGoodTime } from '../runner/expectations.js';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';
import { ACCOUNTS, expectedStatusOf, isOutage } from './check-answers.js';

export interface BulkNumberCheckerSubject extends Closable {
  readonly checker: BulkNumberChecker;
  /** Numbers that it can be asked about, at least one, with the status that it should answer; undefined where any answer will do. */
  readonly answers: readonly (readonly [
    number: E164,
    answer: VerificationStatus | 'check_failed' | undefined,
  ])[];
  /** A number whose check takes long, if there is one: the suite aborts a call that carries it. */
  readonly slow?: E164;
  /** The checker while no number can be checked, if that can be brought about. */
  readonly unavailable?: BulkNumberChecker;
}

type Answers = BulkNumberCheckerSubject['answers'];

/** Every sentence of {@link BulkNumberChecker}. `create` is called for each case. */
export function bulkNumberCheckerContract(
  runner: TestRunner,
  create: () => Promise<BulkNumberCheckerSubject>,
): void {
  runner.describe('bulk number checker contract', () => {
    const it = casesWith(runner, create);

    it('has a limit of numbers a call', async ({ checker }) => {
      assert.ok(Number.isInteger(checker.maxNumbers) && checker.maxNumbers >= 1, `${checker.maxNumbers}`);
    });

    it('gives one answer for each number, in their order', async ({ checker, answers }) => {
      const fitting = answers.slice(0, checker.maxNumbers);
      await expectAnswers(checker, fitting);
      await expectAnswers(checker, fitting.toReversed());
      for (const answer of answers) await expectAnswers(checker, [answer]);
    });

    it('answers as many numbers as a call may carry, repeated ones too', async ({ checker, answers }) => {
      await expectAnswers(checker, repeated(answers, checker.maxNumbers));
    });

    it('answers the same whichever account a call is for', async ({ checker, answers }) => {
      const fitting = answers.slice(0, checker.maxNumbers);
      for (const account of ACCOUNTS) await expectAnswers(checker, fitting, account);
    });

    it('answers several calls at once', async ({ checker, answers }) => {
      const asked = repeated(answers, Math.min(checker.maxNumbers, 10));
      await Promise.all(Array.from({ length: 5 }, () => expectAnswers(checker, asked)));
    });

    it('ends a call whose signal is aborted, and continues to answer others', async (subject) => {
      const { checker, answers, slow } = subject;
      const controller = new AbortController();
      const numbers = repeated(answers, Math.min(checker.maxNumbers, 10)).map(([number]) => number);
      const asked = slow === undefined ? numbers : [slow];
      const call = checker.checkMany(asked, { signal: controller.signal });
      controller.abort();
      // Without a slow number, it may have answered before the abort.
      const ending = slow === undefined ? Promise.allSettled([call]) : assert.rejects(call);
      await inGoodTime<unknown>('a call that is aborted', ending);
      await expectAnswers(checker, answers.slice(0, checker.maxNumbers));
    });

    it('rejects with an outage when no number can be checked', async ({ checker, answers, unavailable }) => {
      const fitting = answers.slice(0, checker.maxNumbers);
      if (unavailable === undefined) return expectAnswers(checker, fitting);
      const numbers = fitting.map(([number]) => number);
      await assert.rejects(
        unavailable.checkMany(numbers, { signal: new AbortController().signal }),
        isOutage,
      );
    });
  });
}

async function expectAnswers(
  checker: BulkNumberChecker,
  asked: Answers,
  accountId?: AccountId,
): Promise<void> {
  const numbers = asked.map(([number]) => number);
  const { signal } = new AbortController();
  const given = await checker.checkMany(
    numbers,
    accountId === undefined ? { signal } : { signal, accountId },
  );
  assert.equal(given.length, asked.length, 'one answer for each number');
  for (const [position, [number, expected]] of asked.entries()) {
    const whole = given[position];
    const answer = whole === 'check_failed' ? whole : expectedStatusOf(whole);
    if (expected !== undefined) assert.equal(answer, expected, `the answer for ${number}`);
  }
}

function repeated(answers: Answers, count: number): Answers {
  const rounds = Math.ceil(count / answers.length);
  return Array.from({ length: rounds }, () => answers)
    .flat()
    .slice(0, count);
}
