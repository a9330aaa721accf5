import { describe, expect, it } from 'vitest';
import { ALICE } from '../../service/trial-service.fixture.js';
import { affordable, assertHasCredits, creditLimit, readMaxCredits } from './affordable.js';

/** A ledger whose balance is the next of these at each look. */
function ledgerOf(...balances: readonly number[]) {
  const left = [...balances];
  return { left, balance: async () => ({ available: left.shift() ?? 0, held: 0 }) };
}

describe('what a file may cost', () => {
  it('is looked up again only when the file has more numbers than the credits that were there', async () => {
    const ledger = ledgerOf(5, 8, 8);
    const assertAffordable = affordable(ledger, ALICE, creditLimit(100, undefined));
    for (const numbers of [1, 4, 5]) await assertAffordable(numbers);
    expect(ledger.left).toEqual([8, 8]);
    for (const numbers of [6, 8]) await assertAffordable(numbers);
    expect(ledger.left).toEqual([8]);
    await expect(assertAffordable(9)).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(ledger.left).toEqual([]);
  });

  it('is no more than the caller allows, whatever the account has', async () => {
    const assertAffordable = affordable(ledgerOf(100), ALICE, creditLimit(2, { maxCreditsPerTask: 3 }));
    await assertAffordable(2);
    await expect(assertAffordable(3)).rejects.toMatchObject({ code: 'max_credits_exceeded' });
  });

  it('may be nothing, and has no limit unless the caller sets one', () => {
    expect(readMaxCredits(0)).toBe(0);
    expect(readMaxCredits()).toBe(Number.MAX_SAFE_INTEGER);
    for (const wrong of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => readMaxCredits(wrong)).toThrow(RangeError);
    }
  });

  it('takes at least one credit before a file is read', async () => {
    await assertHasCredits(ledgerOf(1), ALICE);
    await expect(assertHasCredits(ledgerOf(0), ALICE)).rejects.toMatchObject({
      code: 'insufficient_credits',
    });
  });
});
