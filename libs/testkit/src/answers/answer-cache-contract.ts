import assert from 'node:assert/strict';
import { type AnswerCache, type CacheEntry, type E164, normalizePhone } from '@dialproof/core';
import { byManyCallers } from '../runner/expectations.js';
import {
  type Closable,
  casesWith,
  type DefineCase,
  type Reopens,
  type TestRunner,
} from '../runner/test-runner.js';

/** The subject of a case: an empty cache of its own, which keeps at least 4,000 numbers. */
export interface AnswerCacheSubject extends Closable, Reopens<AnswerCache> {
  readonly cache: AnswerCache;
}

const CHECKED_AT = Date.UTC(2026, 10, 20, 12, 0, 8) + 123;
/** Later than any test runs, since expired entries may be forgotten. */
const NEVER = Date.UTC(2200, 0, 1) + 456;
const [ADA, BOB] = ['+14155552671', '+41446681800'].map((phone) => normalizePhone(phone)) as [E164, E164];

/** Tests every sentence of {@link AnswerCache}. Each case calls `create` for an empty cache. */
export function answerCacheContract(runner: TestRunner, create: () => Promise<AnswerCacheSubject>): void {
  runner.describe('answer cache contract', () => {
    const it = casesWith(runner, create);
    entryCases(it);
    orderCases(it);
    placeCases(it);
    callerCases(it);
  });
}

function entryCases(it: DefineCase<AnswerCacheSubject>): void {
  it('gives an answer back with its details, to the millisecond', async ({ cache }) => {
    const detailed = entry(ADA, { source: 'infobip', reason: 'line_dead: EC_UNKNOWN_SUBSCRIBER' });
    await cache.setMany([detailed]);
    await expectEntries(cache, [detailed]);
  });

  it('keeps every status', async ({ cache }) => {
    for (const status of ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'] as const) {
      await cache.setMany([entry(ADA, { status })]);
      await expectEntries(cache, [entry(ADA, { status })]);
    }
  });

  it('remembers answers when it is opened again', async ({ cache, reopen }) => {
    await cache.setMany([entry(ADA), entry(BOB, { status: 'inactive' })]);
    await expectEntries((await reopen?.()) ?? cache, [entry(ADA), entry(BOB, { status: 'inactive' })]);
  });
}

function orderCases(it: DefineCase<AnswerCacheSubject>): void {
  it('gives one entry for each number, in their order, undefined for those that it does not know', async ({
    cache,
  }) => {
    await cache.setMany([entry(ADA)]);
    const found = await cache.getMany([BOB, ADA, BOB, ADA]);
    assert.deepEqual(
      found.map((one) => one?.number),
      [undefined, ADA, undefined, ADA],
    );
    assert.deepEqual(await cache.getMany([]), []);
  });

  it('keeps many in one call, and gives many', async ({ cache }) => {
    const entries = Array.from({ length: 3_001 }, (_, index) =>
      entry(normalizePhone(`+4479460${10_000 + index}`), { checkedAt: new Date(CHECKED_AT + index) }),
    );
    await cache.setMany(entries);
    await expectEntries(cache, entries.toReversed());
  });
}

function placeCases(it: DefineCase<AnswerCacheSubject>): void {
  const [first, second] = [
    entry(ADA, { source: 'infobip', reason: 'line_dead' }),
    entry(ADA, { status: 'unknown', checkedAt: new Date(CHECKED_AT - 5_000) }),
  ] as const;

  it('keeps the entry that was given last, whatever its time is, also in one call', async ({ cache }) => {
    await cache.setMany([]);
    await cache.setMany([second, entry(BOB), first]);
    await expectEntries(cache, [first, entry(BOB)]);
    await cache.setMany([second]);
    await expectEntries(cache, [second, entry(BOB)]);
  });
}

function callerCases(it: DefineCase<AnswerCacheSubject>): void {
  it('keeps an entry of each number that many callers keep at once, in any order', async ({ cache }) => {
    const numbers = Array.from({ length: 30 }, (_, index) => normalizePhone(`+4479460${10_000 + index}`));
    const entryOf = (number: E164, caller: number) =>
      entry(number, { checkedAt: new Date(CHECKED_AT + caller) });
    await byManyCallers((caller) => {
      const turned = [...numbers.slice(caller % 30), ...numbers.slice(0, caller % 30)];
      const entries = turned.map((number) => entryOf(number, caller));
      return cache.setMany(caller % 2 === 0 ? entries : entries.reverse());
    });
    const found = await cache.getMany(numbers);
    for (const [index, number] of numbers.entries()) {
      const caller = (found[index]?.answer.checkedAt.getTime() ?? Number.NaN) - CHECKED_AT;
      assert.deepEqual(fieldsOf(found[index]), fieldsOf(entryOf(number, caller)));
    }
  });
}

function entry(number: E164, changes: Partial<CacheEntry['answer']> = {}): CacheEntry {
  return {
    number,
    answer: { status: 'dead', checkedAt: new Date(CHECKED_AT), ...changes },
    expiresAt: NEVER,
  };
}

async function expectEntries(cache: AnswerCache, expected: readonly CacheEntry[]): Promise<void> {
  const found = await cache.getMany(expected.map(({ number }) => number));
  assert.equal(found.length, expected.length);
  assert.deepEqual(found.map(fieldsOf), expected.map(fieldsOf));
}

function fieldsOf(entry: CacheEntry | undefined) {
  if (entry === undefined) return undefined;
  const { answer, expiresAt, number } = entry;
  const { checkedAt, reason, source, status } = answer;
  return { number, expiresAt, status, source, reason, checkedAt: checkedAt.getTime() };
}
