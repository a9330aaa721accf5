import assert from 'node:assert/strict';
import {
  accountId,
  consentDate,
  type FoundAnswer,
  type KnownAnswers,
  type NumberHash,
  normalizePhone,
  numberHash,
  VERIFICATION_STATUSES,
} from '@dialproof/core';
import { byManyCallers, sameJson } from '../runner/expectations.js';
import {
  type Closable,
  casesWith,
  type DefineCase,
  type Reopens,
  type TestRunner,
} from '../runner/test-runner.js';

/** The subject of a case: known answers of its own, in which nothing is known. */
export interface KnownAnswersSubject extends Closable, Reopens<KnownAnswers> {
  readonly answers: KnownAnswers;
}

const KEY = 'the key of a contract suite';
/** With milliseconds that are not zero. */
const NOON = Date.UTC(2026, 10, 20, 12, 0, 8) + 123;
const ANN = accountId('ann');
const BEN = accountId('ben');
const ONE = hashOf(1);
const TWO = hashOf(2);

function hashOf(number: number): NumberHash {
  return numberHash(KEY, normalizePhone(`+4479460${10_000 + number}`));
}

function found(changes: Partial<FoundAnswer> = {}): FoundAnswer {
  return { number: ONE, status: 'dead', checkedAt: NOON, ...changes };
}

/** Tests every sentence of {@link KnownAnswers}. Each case calls `create` for a subject in which nothing is known. */
export function knownAnswersContract(runner: TestRunner, create: () => Promise<KnownAnswersSubject>): void {
  runner.describe('known answers contract', () => {
    const it = casesWith(runner, create);
    rememberCases(it);
    findCases(it);
    forgetCases(it);
  });
}

function rememberCases(it: DefineCase<KnownAnswersSubject>): void {
  it('gives an answer back with its details, to the millisecond', async ({ answers }) => {
    const since = consentDate('2024-05-01', NOON);
    assert.ok(since !== undefined);
    const known = [
      found({ source: 'twilio', reassigned: { since, is: 'no' } }),
      ...VERIFICATION_STATUSES.map((status, index) => found({ number: hashOf(10 + index), status })),
    ];
    await answers.remember(ANN, known);
    await expectKnown(answers, known);
  });

  it('replaces an answer by one that was found later or at the same time, never by an earlier one', async ({
    answers,
  }) => {
    const later = found({ status: 'inactive', source: 'infobip', checkedAt: NOON + 1 });
    for (const answer of [found({ source: 'twilio' }), found(), later, found()]) {
      await answers.remember(ANN, [answer, found({ number: TWO })]);
    }
    await expectKnown(answers, [later, found({ number: TWO })]);
    const same = { ...later, status: 'wa_registered' } as const;
    await answers.remember(ANN, [same]);
    await expectKnown(answers, [same]);
  });

  it('keeps the latest answer about each number that many callers keep at once, in any order', async ({
    answers,
  }) => {
    const numbers = Array.from({ length: 30 }, (_, index) => hashOf(index));
    await byManyCallers(async (caller) => {
      const known = numbers.map((number) => found({ number, checkedAt: NOON + caller }));
      await answers.remember(ANN, caller % 2 === 0 ? known : known.reverse());
    });
    await expectKnown(
      answers,
      numbers.map((number) => found({ number, checkedAt: NOON + 49 })),
    );
  });

  it('keeps many in one call, and finds many', async ({ answers }) => {
    const known = Array.from({ length: 3_001 }, (_, index) =>
      found({ number: hashOf(index), checkedAt: NOON + index }),
    );
    await answers.remember(ANN, known);
    await expectKnown(answers, known.toReversed());
  });

  it('keeps copies of its arguments, and returns copies', async ({ answers }) => {
    const given = { ...found() };
    await answers.remember(ANN, [given]);
    given.checkedAt = 0;
    for (const answer of await answers.find(ANN, [ONE], 0)) Object.assign(answer ?? {}, { checkedAt: 0 });
    await expectKnown(answers, [found()]);
  });

  it('knows the same when it is opened again', async ({ answers, reopen }) => {
    await answers.remember(ANN, [found(), found({ number: TWO })]);
    await answers.forget(ANN, [TWO]);
    await expectKnown((await reopen?.()) ?? answers, [found()], [TWO]);
  });
}

function findCases(it: DefineCase<KnownAnswersSubject>): void {
  it('gives one entry for each number, in their order, undefined for those that it does not know', async ({
    answers,
  }) => {
    await answers.remember(ANN, []);
    await answers.remember(ANN, [found()]);
    const entries = await answers.find(ANN, [TWO, ONE, TWO, ONE], 0);
    assert.deepEqual(
      entries.map((entry) => entry?.number),
      [undefined, ONE, undefined, ONE],
    );
    assert.deepEqual(await answers.find(ANN, [], 0), []);
  });

  it('finds answers from that time on, and no earlier ones', async ({ answers }) => {
    await answers.remember(ANN, [found()]);
    sameJson(await answers.find(ANN, [ONE], NOON), [found()]);
    assert.deepEqual(await answers.find(ANN, [ONE], NOON + 1), [undefined]);
  });

  it('gives no account an answer of another one', async ({ answers }) => {
    await answers.remember(ANN, [found()]);
    await answers.remember(BEN, [found({ status: 'inactive', checkedAt: NOON + 1 })]);
    await expectKnown(answers, [found()]);
    assert.deepEqual(await answers.find(accountId('cyd'), [ONE], 0), [undefined]);
  });
}

function forgetCases(it: DefineCase<KnownAnswersSubject>): void {
  it('forgets numbers of an account alone, and may be told an earlier answer afterwards', async ({
    answers,
  }) => {
    await answers.remember(ANN, [found(), found({ number: TWO })]);
    await answers.remember(BEN, [found()]);
    for (let time = 0; time < 2; time += 1) await answers.forget(ANN, [ONE, hashOf(3)]);
    await answers.forget(ANN, []);
    await expectKnown(answers, [found({ number: TWO })], [ONE]);
    sameJson(await answers.find(BEN, [ONE], 0), [found()]);
    await answers.remember(ANN, [found({ checkedAt: 1 })]);
    await expectKnown(answers, [found({ checkedAt: 1 })]);
  });

  it('forgets an account, and no other one', async ({ answers }) => {
    await answers.remember(ANN, [found(), found({ number: TWO })]);
    await answers.remember(BEN, [found()]);
    for (let time = 0; time < 2; time += 1) await answers.forgetAccount(ANN);
    await expectKnown(answers, [], [ONE, TWO]);
    sameJson(await answers.find(BEN, [ONE], 0), [found()]);
  });

  it('removes what was found before a time, at most as much as asked', async ({ answers }) => {
    const old = Array.from({ length: 4 }, (_, index) =>
      found({ number: hashOf(index), checkedAt: NOON - 1 }),
    );
    await answers.remember(ANN, old);
    await answers.remember(BEN, [found({ checkedAt: NOON - 1 }), found({ number: TWO })]);
    assert.equal(await answers.expire({ before: NOON - 1, limit: 9 }), 0);
    assert.equal(await answers.expire({ before: NOON, limit: 2 }), 2);
    assert.equal(await answers.expire({ before: NOON, limit: 9 }), 3);
    assert.equal(await answers.expire({ before: NOON, limit: 9 }), 0);
    await expectKnown(
      answers,
      [],
      old.map(({ number }) => number),
    );
    sameJson(await answers.find(BEN, [ONE, TWO], 0), [undefined, found({ number: TWO })]);
  });
}

/** Expects that Ann's answers about these numbers are known, and none about the others. */
async function expectKnown(
  answers: KnownAnswers,
  expected: readonly FoundAnswer[],
  others: readonly NumberHash[] = [],
): Promise<void> {
  const numbers = [...expected.map(({ number }) => number), ...others];
  sameJson(await answers.find(ANN, numbers, 0), [...expected, ...others.map(() => undefined)]);
}
