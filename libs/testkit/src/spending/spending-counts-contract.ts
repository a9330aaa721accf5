import assert from 'node:assert/strict';
import type { SpendingCounts } from '@dialproof/core';
import {
  type Closable,
  casesWith,
  type DefineCase,
  type Reopens,
  type TestRunner,
} from '../runner/test-runner.js';

/** The subject of a case: counts of its own, in which nothing was spent. */
export interface SpendingCountsSubject extends Closable, Reopens<SpendingCounts> {
  readonly counts: SpendingCounts;
}

const DAY = '2026-01-31';
const NEXT_DAY = '2026-02-01';
/** A million of the operator's unit, which does not fit into 32 bits. */
const MOST = 1_000_000_000_000;

/** Tests every sentence of `SpendingCounts`. Each case calls `create` for counts in which nothing was spent. */
export function spendingCountsContract(
  runner: TestRunner,
  create: () => Promise<SpendingCountsSubject>,
): void {
  runner.describe('spending counts contract', () => {
    const it = casesWith(runner, create);
    takeCases(it);
    sumCases(it);
  });
}

function takeCases(it: DefineCase<SpendingCountsSubject>): void {
  it('takes up to the limit, and nothing beyond it', async ({ counts }) => {
    assert.deepEqual([await counts.take(DAY, 60, 100), await counts.take(DAY, 41, 100)], [true, false]);
    assert.deepEqual([await counts.spent(DAY), await counts.take(DAY, 40, 100)], [60, true]);
    assert.deepEqual([await counts.take(DAY, 1, 100), await counts.spent(DAY)], [false, 100]);
  });

  it('takes no first amount beyond the limit', async ({ counts }) => {
    assert.deepEqual([await counts.take(DAY, 101, 100), await counts.spent(DAY)], [false, 0]);
    assert.equal(await counts.take(DAY, 100, 100), true);
  });

  it('never passes the limit, however many take at once', async ({ counts }) => {
    const taken = await Promise.all(Array.from({ length: 50 }, () => counts.take(DAY, 7, 100)));
    assert.deepEqual([taken.filter(Boolean).length, await counts.spent(DAY)], [14, 98]);
  });

  it('takes large amounts exactly', async ({ counts }) => {
    assert.equal(await counts.take(DAY, MOST - 1, MOST), true);
    assert.deepEqual([await counts.take(DAY, 2, MOST), await counts.take(DAY, 1, MOST)], [false, true]);
    assert.equal(await counts.spent(DAY), MOST);
  });
}

function sumCases(it: DefineCase<SpendingCountsSubject>): void {
  it('loses nothing in concurrent takes and returns', async ({ counts }) => {
    await counts.take(DAY, 1_000, MOST);
    const changes = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? counts.take(DAY, 5, MOST) : counts.giveBack(DAY, 3),
    );
    await Promise.all(changes);
    assert.equal(await counts.spent(DAY), 1_000 + 20 * 5 - 20 * 3);
  });

  it('keeps a day and the day before apart', async ({ counts }) => {
    await counts.take(DAY, 100, 100);
    assert.deepEqual([await counts.spent(NEXT_DAY), await counts.take(NEXT_DAY, 40, 100)], [0, true]);
    await counts.giveBack(DAY, 10);
    assert.deepEqual([await counts.spent(DAY), await counts.spent(NEXT_DAY)], [90, 40]);
  });

  it('remembers the sums when it is opened again', async ({ counts, reopen }) => {
    await counts.take(DAY, 70, 100);
    const later = (await reopen?.()) ?? counts;
    assert.deepEqual([await later.spent(DAY), await later.take(DAY, 31, 100)], [70, false]);
  });
}
