import assert from 'node:assert/strict';
import { casesWith, type DefineCase, type TestRunner } from '../runner/test-runner.js';
import type { SpendingCountsSubject } from './spending-counts-subject.js';

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
    assert.equal(await counts.take(DAY, 60, 100), true);
    assert.equal(await counts.take(DAY, 41, 100), false);
    assert.equal(await counts.spent(DAY), 60);
    assert.equal(await counts.take(DAY, 40, 100), true);
    assert.equal(await counts.take(DAY, 1, 100), false);
    assert.equal(await counts.spent(DAY), 100);
  });

  it('takes no first amount beyond the limit', async ({ counts }) => {
    assert.equal(await counts.take(DAY, 101, 100), false);
    assert.equal(await counts.spent(DAY), 0);
    assert.equal(await counts.take(DAY, 100, 100), true);
  });

  it('goes by the limit of each call', async ({ counts }) => {
    assert.equal(await counts.take(DAY, 100, 100), true);
    assert.equal(await counts.take(DAY, 50, 150), true);
    assert.equal(await counts.take(DAY, 1, 100), false);
    assert.equal(await counts.spent(DAY), 150);
  });

  it('never passes the limit, however many take at once', async ({ counts }) => {
    const taken = await Promise.all(Array.from({ length: 50 }, () => counts.take(DAY, 7, 100)));
    assert.equal(taken.filter(Boolean).length, 14);
    assert.equal(await counts.spent(DAY), 98);
  });

  it('takes large amounts exactly', async ({ counts }) => {
    assert.equal(await counts.take(DAY, MOST - 1, MOST), true);
    assert.equal(await counts.take(DAY, 2, MOST), false);
    assert.equal(await counts.take(DAY, 1, MOST), true);
    assert.equal(await counts.spent(DAY), MOST);
  });
}

function sumCases(it: DefineCase<SpendingCountsSubject>): void {
  it('gives back a taken amount', async ({ counts }) => {
    await counts.take(DAY, 100, 100);
    await counts.giveBack(DAY, 30);
    assert.equal(await counts.spent(DAY), 70);
    assert.equal(await counts.take(DAY, 31, 100), false);
    assert.equal(await counts.take(DAY, 30, 100), true);
  });

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
    assert.equal(await counts.spent(NEXT_DAY), 0);
    assert.equal(await counts.take(NEXT_DAY, 40, 100), true);
    await counts.giveBack(DAY, 10);
    assert.deepEqual([await counts.spent(DAY), await counts.spent(NEXT_DAY)], [90, 40]);
  });

  it('remembers the sums when it is opened again', async ({ counts, reopen }) => {
    await counts.take(DAY, 70, 100);
    const later = (await reopen?.()) ?? counts;
    assert.equal(await later.spent(DAY), 70);
    assert.equal(await later.take(DAY, 31, 100), false);
  });
}
