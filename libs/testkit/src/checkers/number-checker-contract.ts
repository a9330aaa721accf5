import assert from 'node:assert/strict';
import type { AccountId, E164, NumberChecker, VerificationStatus } from '@dialproof/core';
import { inGoodTime } from '../runner/expectations.js';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';
import { ACCOUNTS, expectedStatusOf, isOutage } from './check-answers.js';

export interface NumberCheckerSubject extends Closable {
  readonly checker: NumberChecker;
  /** Numbers for the cases, at least one, with the expected answers; undefined if any status is right. */
  readonly answers: readonly (readonly [number: E164, status: VerificationStatus | undefined])[];
  /** A number whose check fails, without all checks being unavailable, if there is one. */
  readonly failing?: E164;
  /** A number whose check takes long, if there is one: the suite aborts it. */
  readonly slow?: E164;
  /** The checker while no number can be checked, if that can be brought about. */
  readonly unavailable?: NumberChecker;
}

/** Every sentence of {@link NumberChecker}. `create` is called for each case. */
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
