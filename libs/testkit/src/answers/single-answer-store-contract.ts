import assert from 'node:assert/strict';
import {
  accountId,
  consentDate,
  type E164,
  SINGLE_ANSWERS_AT_ONCE,
  type SingleAnswer,
  type SingleAnswerStore,
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

/** The subject of a case: a store of its own, without answers. */
export interface SingleAnswerStoreSubject extends Closable, Reopens<SingleAnswerStore> {
  readonly store: SingleAnswerStore;
}

const HOUR_MS = 3_600_000;
/** Hours ago by the store's time, with milliseconds that are not zero. */
const NOON = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 9 * HOUR_MS + 123;
const ANN = accountId('ann');
const BEN = accountId('ben');
const [ONE, TWO] = [number(1), number(2)];

/** `index`: up to 9,999. */
function number(index: number): E164 {
  return `+1415555${String(index).padStart(4, '0')}` as E164;
}

function answer(changes: Partial<SingleAnswer> = {}): SingleAnswer {
  return { phone: ONE, status: 'dead', checkedAt: new Date(NOON), ...changes };
}

function at(ms: number): Pick<SingleAnswer, 'checkedAt'> {
  return { checkedAt: new Date(NOON + ms) };
}

/** Expects exactly these answers of Ann about their numbers and about `others`. */
async function expectKept(
  store: SingleAnswerStore,
  expected: readonly SingleAnswer[],
  { others = [], since = 0 }: { readonly others?: readonly E164[]; readonly since?: number } = {},
): Promise<void> {
  const phones = [...others, ...expected.map(({ phone }) => phone)];
  sameJson(inOrder(await store.find(ANN, phones, since)), inOrder(expected));
}

function inOrder(answers: readonly SingleAnswer[]): readonly object[] {
  return answers
    .toSorted((one, other) => (one.phone < other.phone ? -1 : 1))
    .map(({ checkedAt, phone, reason, reassigned, source, status }) => ({
      ...{ phone, status, source, reason, reassigned, checkedAt: checkedAt.getTime() },
    }));
}

/** Tests every sentence of `SingleAnswerStore`. Each case calls `create` for a store without answers. */
export function singleAnswerStoreContract(
  runner: TestRunner,
  create: () => Promise<SingleAnswerStoreSubject>,
): void {
  runner.describe('single answer store contract', () => {
    const it = casesWith(runner, create);
    keepingCases(it);
    removalCases(it);
  });
}

function keepingCases(it: DefineCase<SingleAnswerStoreSubject>): void {
  it('gives an answer back with its details, to the millisecond', async ({ store }) => {
    const since = consentDate('2024-05-01', NOON);
    assert.ok(since !== undefined);
    const kept = [
      answer({ source: 'twilio', reason: '"x": 30003, é no', reassigned: { since, is: 'no' } }),
      ...VERIFICATION_STATUSES.map((status, index) => answer({ phone: number(10 + index), status })),
    ];
    for (const one of kept) await store.keep(ANN, one);
    await expectKept(store, kept);
  });

  it('replaces an answer by one of the same time or later, never by an older one', async ({ store }) => {
    const since = consentDate('2024-05-01', NOON);
    assert.ok(since !== undefined);
    const later = answer({ status: 'inactive', reassigned: { since, is: 'yes' }, ...at(1) });
    const detailed = answer({ source: 'twilio', reason: '30003' });
    for (const next of [detailed, answer(), later, answer()]) {
      await store.keep(ANN, next);
      await store.keep(ANN, answer({ phone: TWO }));
    }
    await expectKept(store, [later, answer({ phone: TWO })]);
    for (const next of [{ ...detailed, ...at(1) }, answer(at(1))]) {
      await store.keep(ANN, next);
      await expectKept(store, [next]);
    }
  });

  it('replaces an answer of a time that has not come', async ({ store }) => {
    await store.keep(ANN, answer({ status: 'inactive', checkedAt: new Date(Date.now() + HOUR_MS) }));
    await store.keep(ANN, answer());
    await expectKept(store, [answer()]);
    await store.keep(ANN, answer(at(-1)));
    await expectKept(store, [answer()]);
  });

  it('keeps the youngest of the answers that many callers keep at once', async ({ store }) => {
    await byManyCallers(async (caller) => store.keep(ANN, answer(at((7 * caller) % 50))));
    await expectKept(store, [answer(at(49))]);
  });

  it('keeps copies of its arguments, and returns copies', async ({ store }) => {
    const given = answer();
    await store.keep(ANN, given);
    given.checkedAt.setTime(0);
    for (const found of await store.find(ANN, [ONE], 0)) found.checkedAt.setTime(0);
    await expectKept(store, [answer()]);
  });

  it('finds as many as a call may ask for, and each number once', async ({ store }) => {
    const kept = Array.from({ length: 30 }, (_, index) => answer({ phone: number(index * 7) }));
    for (const one of kept) await store.keep(ANN, one);
    const others = Array.from({ length: SINGLE_ANSWERS_AT_ONCE - 60 }, (_, index) => number(index));
    await expectKept(store, kept, { others: [...others, ...kept.map(({ phone }) => phone)] });
    sameJson(await store.find(ANN, [], 0), []);
  });

  it('finds answers from that time on, and no older ones', async ({ store }) => {
    await store.keep(ANN, answer());
    await expectKept(store, [answer()], { since: NOON });
    await expectKept(store, [], { others: [ONE], since: NOON + 1 });
    await expectKept(store, [answer()], { since: -1 });
  });

  it('gives no account an answer of another one', async ({ store }) => {
    await store.keep(BEN, answer({ status: 'inactive', ...at(5) }));
    await expectKept(store, [], { others: [ONE] });
    await store.keep(ANN, answer());
    await expectKept(store, [answer()]);
    assert.equal((await store.find(BEN, [ONE], 0))[0]?.status, 'inactive');
  });
}

function removalCases(it: DefineCase<SingleAnswerStoreSubject>): void {
  it('removes the answer about a number, of that account alone', async ({ store }) => {
    for (const phone of [ONE, TWO])
      for (const account of [ANN, BEN]) await store.keep(account, answer({ phone }));
    const removed = await byManyCallers(() => store.remove(ANN, ONE));
    assert.equal(removed.filter(Boolean).length, 1);
    await expectKept(store, [answer({ phone: TWO })], { others: [ONE] });
    assert.equal((await store.find(BEN, [ONE, TWO], 0)).length, 2);
    await store.keep(ANN, answer(at(-1)));
    await expectKept(store, [answer(at(-1))]);
  });

  it('removes answers of an age, at most as many as asked', async ({ store }) => {
    const old = [1, 2, 3, 4].map((index) => answer({ phone: number(index), ...at(-HOUR_MS) }));
    const kept = [answer({ phone: number(5) }), answer({ phone: number(6), ...at(9) })];
    const age = Date.now() - NOON;
    const olderThanMs = age + HOUR_MS / 2;
    for (const one of [...old, ...kept]) await store.keep(ANN, one);
    await store.keep(BEN, answer(at(-HOUR_MS)));
    assert.equal(await store.expire({ olderThanMs: age + 2 * HOUR_MS, limit: 9 }), 0);
    assert.equal(await store.expire({ olderThanMs, limit: 3 }), 3);
    assert.equal(await store.expire({ olderThanMs, limit: 2 }), 2);
    assert.equal(await store.expire({ olderThanMs, limit: 9 }), 0);
    await expectKept(store, kept, { others: old.map(({ phone }) => phone) });
    sameJson(await store.find(BEN, [ONE], 0), []);
  });

  it('remembers answers when it is opened again', async ({ reopen, store }) => {
    for (const phone of [ONE, TWO]) await store.keep(ANN, answer({ phone }));
    await store.remove(ANN, TWO);
    const later = (await reopen?.()) ?? store;
    await later.keep(ANN, answer({ status: 'inactive', ...at(-1) }));
    await expectKept(later, [answer()], { others: [TWO] });
  });
}
