import { DialproofError } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import { A, B, bulkThat, C, contextOf, singleThat } from '../../calls/spoken-checkers.fixture.js';
import { UpstreamFailure } from '../../upstream/upstream-failure.js';
import { withCostRecord } from './spending.js';

const FREE = { numbers: 0, cost: 0 };
const NONE = {
  wa_registered: FREE,
  telegram_registered: FREE,
  dead: FREE,
  inactive: FREE,
  unknown: FREE,
  check_failed: FREE,
};

describe('withCostRecord', () => {
  wrapperContracts((checker) => withCostRecord(checker, { perNumber: 0.01 }));

  it('counts calls, numbers and their price by status', async () => {
    const checker = bulkThat((number) =>
      number === A ? 'wa_registered' : number === B ? 'dead' : 'check_failed',
    );
    const asked = withCostRecord(checker, { perCall: 0.5, perNumber: { wa_registered: 0.1, dead: 0.2 } });
    expect(asked.costReport()).toEqual({
      calls: 0,
      failedCalls: 0,
      numbers: 0,
      cost: 0,
      possiblyCharged: FREE,
      byAnswer: NONE,
    });
    await asked.checkMany([A, B, C], contextOf());
    await asked.checkMany([B], contextOf());
    expect(asked.costReport()).toEqual({
      calls: 2,
      failedCalls: 0,
      numbers: 4,
      cost: 1.5,
      possiblyCharged: FREE,
      byAnswer: {
        ...NONE,
        wa_registered: { numbers: 1, cost: 0.1 },
        dead: { numbers: 2, cost: 0.4 },
        check_failed: { numbers: 1, cost: 0 },
      },
    });
  });

  it('adds prices up exactly', async () => {
    const asked = withCostRecord(
      singleThat(() => 'dead'),
      { perNumber: 0.1 },
    );
    for (let check = 0; check < 1_000; check += 1) await asked.check(A, contextOf());
    expect(asked.costReport().cost).toBe(100);
  });

  it('counts calls that reject: free in an outage, by the price, or at the highest price when aborted', async () => {
    const controller = new AbortController();
    const errors = [new DialproofError('checker_suspended'), new Error('500'), new Error('nobody waits')];
    const checker = singleThat(() => {
      const error = errors[checker.calls.length - 1];
      if (error === errors[2]) controller.abort(error);
      throw error;
    });
    const asked = withCostRecord(checker, { perCall: 1, perNumber: { dead: 10, check_failed: 2 } });
    const costs: number[] = [];
    for (const error of errors) {
      await expect(asked.check(A, contextOf(controller.signal))).rejects.toBe(error);
      costs.push(asked.costReport().cost);
    }
    expect(costs).toEqual([0, 3, 14]);
    expect(asked.costReport()).toMatchObject({
      calls: 3,
      failedCalls: 3,
      numbers: 3,
      possiblyCharged: { numbers: 1, cost: 11 },
    });
  });

  it.each([
    ['a refused call', new UpstreamFailure('429', { retryAfterMs: undefined, mayBeCharged: false }), 0, 0],
    ['a broken answer', new UpstreamFailure('cut', { retryAfterMs: undefined, mayBeCharged: true }), 21, 2],
    [
      'an outage within a task that was paid for',
      Object.assign(new DialproofError('checker_unavailable'), { mayBeCharged: true }),
      21,
      2,
    ],
  ])('counts %s by the mayBeCharged of its error', async (_what, error, cost, numbers) => {
    const failing = bulkThat(() => {
      throw error;
    });
    const asked = withCostRecord(failing, { perCall: 1, perNumber: { dead: 10, check_failed: 2 } });
    await expect(asked.checkMany([A, B], contextOf())).rejects.toBe(error);
    expect(asked.costReport()).toMatchObject({ cost, possiblyCharged: { numbers, cost } });
  });

  it('takes the price of a finding before that of its status', async () => {
    const words = new Map([
      [A, 'line_live: CONNECTED'],
      [B, 'line_unclear: UNDETERMINED'],
      [C, 'something else'],
    ]);
    const asked = withCostRecord(
      bulkThat((number) => ({ status: 'unknown', reason: words.get(number) ?? '' })),
      { perNumber: { unknown: 0.01, line_unclear: 0, app_absent: 5 } },
    );
    await asked.checkMany([A, B, C], contextOf());
    expect(asked.costReport()).toMatchObject({
      cost: 0.02,
      byAnswer: { unknown: { numbers: 3, cost: 0.02 } },
    });
  });

  it('takes one price for all answers, failed checks being free', async () => {
    const asked = withCostRecord(
      bulkThat((number) => (number === A ? 'unknown' : 'check_failed')),
      { perNumber: 2 },
    );
    await asked.checkMany([A, B], contextOf());
    expect(asked.costReport().cost).toBe(2);
  });

  it('refuses an invalid price', () => {
    const checker = singleThat(() => 'dead');
    expect(() => withCostRecord(checker, { perNumber: Number.NaN })).toThrow(RangeError);
    expect(() => withCostRecord(checker, {})).toThrow(RangeError);
  });
});
