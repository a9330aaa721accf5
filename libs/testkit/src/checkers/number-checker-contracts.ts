import assert from 'node:assert/strict';
import {
  type AccountId,
  accountId,
  type BulkNumberChecker,
  type CheckAnswer,
  type CheckContext,
  type ConsentDate,
  type E164,
  isDialproofError,
  type NumberChecker,
  OUTAGE_REASONS,
  type Reassigned,
  readCheckAnswer,
  statusOfAnswer,
  type VerificationStatus,
} from '@dialproof/core';
import { inGoodTime } from '../runner/expectations.js';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';

/** Two accounts that checks are made for. */
const ACCOUNTS = [accountId('the suite'), accountId('another one')] as const;

/** Expects an answer about a number: a status, or an object with well-formed details. Returns the status. */
function expectedStatusOf(given: unknown): VerificationStatus {
  const { answer, defect } = readCheckAnswer(given);
  assert.ok(answer !== undefined && defect === undefined, defect?.message);
  return statusOfAnswer(answer);
}

/** Whether a rejection has the code of an outage. */
function isOutage(error: unknown): boolean {
  return OUTAGE_REASONS.some((reason) => isDialproofError(error, reason));
}

/** What a checker with `tellsReassigned` says of a number since a date. */
type SaidSince = readonly [number: E164, since: ConsentDate, is: Reassigned];

/** The date of another number, which a checker must ignore. */
const OF_ANOTHER = ['+10000000', '1999-12-31' as ConsentDate] as const;

/** Expects the right answer for each number since its own date. */
async function expectSaid(
  { checker, reassigned = [] }: Pick<NumberCheckerSubject, 'reassigned'> & { readonly checker: object },
  check: (number: E164, context: CheckContext) => Promise<CheckAnswer | 'check_failed' | undefined>,
): Promise<void> {
  const tells = Reflect.get(checker, 'tellsReassigned') === true;
  assert.ok(
    tells || reassigned.length === 0,
    'only a checker with tellsReassigned has numbers in reassigned',
  );
  for (const [number, since, is] of reassigned) {
    const { signal } = new AbortController();
    const consentDates = new Map<string, ConsentDate>([OF_ANOTHER, [number, since]]);
    const { answer, defect } = readCheckAnswer(await check(number, { signal, consentDates }));
    assert.ok(typeof answer === 'object' && defect === undefined, 'the answer says nothing about a date');
    assert.deepEqual(answer.reassigned, { since, is });
  }
}

export interface NumberCheckerSubject extends Closable {
  readonly checker: NumberChecker;
  /** Numbers for the cases, at least one, with the expected answers; undefined if any status is right. */
  readonly answers: readonly (readonly [number: E164, status: VerificationStatus | undefined])[];
  /** A number whose check fails while other numbers can be checked, if there is one. */
  readonly failing?: E164;
  /** A number whose check takes long, if there is one: the suite aborts it. */
  readonly slow?: E164;
  /** The checker while no number can be checked, if that can be brought about. */
  readonly unavailable?: NumberChecker;
  /** For a checker with `tellsReassigned`: numbers with a date of consent, and the expected answer for each. */
  readonly reassigned?: readonly SaidSince[];
}

/** Tests every sentence of {@link NumberChecker}. Each case calls `create`. */
export function numberCheckerContract(runner: TestRunner, create: () => Promise<NumberCheckerSubject>): void {
  runner.describe('number checker contract', () => {
    const it = casesWith(runner, create);

    it('answers each number with its status', async ({ checker, answers }) => {
      assert.ok(
        answers.length > 0,
        'answers is empty: give the subject one number at least, with the status that the checker has to give',
      );
      for (const [number, expected] of answers) {
        const status = await checkOne(checker, number);
        if (expected !== undefined) assert.equal(status, expected);
      }
    });

    it('answers about many numbers at once, and about one again', async ({ checker, answers }) => {
      const asked = Array.from({ length: 5 }, () => answers).flat();
      const statuses = await Promise.all(asked.map(([number]) => checkOne(checker, number)));
      for (const [position, status] of statuses.entries()) {
        const expected = asked[position]?.[1];
        if (expected !== undefined) assert.equal(status, expected);
      }
    });

    it('answers the same whichever account a check is for', async ({ checker, answers }) => {
      for (const account of ACCOUNTS) {
        for (const [number, expected] of answers) {
          const status = await checkOne(checker, number, account);
          if (expected !== undefined) assert.equal(status, expected, `for the account ${account}`);
        }
      }
    });

    it('says whether a number was given to somebody else since its date of consent', async (subject) => {
      const { answers, checker } = subject;
      await expectSaid(subject, (number, context) => checker.check(number, context));
      for (const [number] of answers) await checkOne(checker, number);
    });

    it('rejects a check that fails, and continues to answer others', async ({
      checker,
      answers,
      failing,
    }) => {
      if (failing !== undefined) {
        await assert.rejects(checker.check(failing, { signal: new AbortController().signal }), (error) => {
          assert.ok(!isOutage(error), 'one failed check is no outage');
          return true;
        });
      }
      for (const [number] of answers) await checkOne(checker, number);
    });

    it('ends a check whose signal is aborted, and continues to answer others', async (subject) => {
      const { checker, answers, slow } = subject;
      if (slow !== undefined) {
        const controller = new AbortController();
        const check = checker.check(slow, { signal: controller.signal });
        controller.abort();
        await inGoodTime('a check that is aborted', assert.rejects(check));
      }
      for (const [number] of answers) await checkOne(checker, number);
    });

    it('rejects with an outage when no number can be checked', async ({ checker, answers, unavailable }) => {
      for (const [number] of answers) {
        if (unavailable === undefined) {
          await checkOne(checker, number);
        } else {
          await assert.rejects(unavailable.check(number, { signal: new AbortController().signal }), isOutage);
        }
      }
    });
  });
}

/** Resolves to the status of the answer, which may have details. */
async function checkOne(
  checker: NumberChecker,
  number: E164,
  accountId?: AccountId,
): Promise<VerificationStatus> {
  const { signal } = new AbortController();
  return expectedStatusOf(
    await checker.check(number, accountId === undefined ? { signal } : { signal, accountId }),
  );
}

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
  /** As in {@link NumberCheckerSubject}. */
  readonly reassigned?: readonly SaidSince[];
}

type Answers = BulkNumberCheckerSubject['answers'];

/** Tests every sentence of {@link BulkNumberChecker}. Each case calls `create`. */
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

    it('says whether a number was given to somebody else since its date of consent', async (subject) => {
      const { answers, checker } = subject;
      await expectSaid(subject, async (number, context) => (await checker.checkMany([number], context))[0]);
      await expectAnswers(checker, answers.slice(0, checker.maxNumbers));
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
      // Without a slow number, the checker may have answered before the abort.
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
