import { accountId } from '@dialproof/core';
import { describe, expect, it, vi } from 'vitest';
import { AccountPlaces } from './account-places.js';

const [ALICE, BOB, EVE] = [accountId('alice'), accountId('bob'), accountId('eve')];

function places(bounds: {
  readonly max: number;
  readonly maxPerAccount: number;
  readonly minBytesPerSecond?: number;
}): AccountPlaces {
  return new AccountPlaces({ ...bounds, things: 'tables', advice: 'leave one', comeAgainMs: 5_000 });
}

/** A holder that reads this many bytes a second. */
function holder(bytesPerSecond: number | undefined) {
  return { bytesPerSecond: () => bytesPerSecond, breakOff: vi.fn() };
}

const OVERLOADED = expect.objectContaining({ code: 'overloaded', retryAfterMs: 5_000 });

describe('AccountPlaces', () => {
  it('gives an account as many places as it may have, and others theirs', () => {
    const tables = places({ max: 10, maxPerAccount: 2 });
    tables.enter(ALICE);
    const leave = tables.enter(ALICE);
    expect(() => tables.enter(ALICE)).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        hint: 'open tables of the account: 2, which is as many as it may have; leave one',
        retryAfterMs: 5_000,
      }),
    );
    tables.enter(BOB);
    leave();
    leave();
    tables.enter(ALICE);
    expect(() => tables.enter(ALICE)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  });

  it('gives no more places than there are in all', () => {
    const tables = places({ max: 2, maxPerAccount: 2 });
    tables.enter(ALICE);
    const leave = tables.enter(BOB);
    expect(() => tables.enter(EVE)).toThrow(OVERLOADED);
    leave();
    tables.enter(EVE);
  });

  it('takes the place of the slowest, when all are taken', () => {
    const tables = places({ max: 3, maxPerAccount: 3, minBytesPerSecond: 8_192 });
    const [slow, slowest, honest] = [holder(8_191), holder(1_092), holder(16_384)];
    tables.enter(ALICE, slow);
    const leave = tables.enter(BOB, slowest);
    tables.enter(EVE, honest);
    tables.enter(accountId('new'), holder(undefined));
    expect(slowest.breakOff).toHaveBeenCalledOnce();
    // Its place belongs to another holder by now.
    leave();
    tables.enter(accountId('newer'), holder(undefined));
    expect(slow.breakOff).toHaveBeenCalledOnce();
    expect(() => tables.enter(accountId('newest'))).toThrow(OVERLOADED);
    expect(honest.breakOff).not.toHaveBeenCalled();
  });

  it('leaves slow ones alone while there are free places', () => {
    const tables = places({ max: 2, maxPerAccount: 3, minBytesPerSecond: 8_192 });
    const slow = holder(1);
    tables.enter(ALICE, slow);
    tables.enter(BOB);
    expect(slow.breakOff).not.toHaveBeenCalled();
  });

  it('requires a higher pace of accounts with more places than the requesting one', () => {
    const tables = places({ max: 3, maxPerAccount: 3, minBytesPerSecond: 8_192 });
    const [first, second, alone] = [holder(16_383), holder(16_384), holder(8_192)];
    tables.enter(ALICE, first);
    tables.enter(ALICE, second);
    tables.enter(BOB, alone);
    // One more than Bob's.
    expect(() => tables.enter(BOB)).toThrow(OVERLOADED);
    // Two more than none.
    tables.enter(EVE);
    expect(first.breakOff).toHaveBeenCalledOnce();
    expect(() => tables.enter(accountId('new'))).toThrow(OVERLOADED);
    expect(second.breakOff).not.toHaveBeenCalled();
    expect(alone.breakOff).not.toHaveBeenCalled();
  });

  it('takes no place if no pace is too slow', () => {
    const tables = places({ max: 1, maxPerAccount: 1 });
    const idle = holder(0);
    tables.enter(ALICE, idle);
    expect(() => tables.enter(BOB)).toThrow(OVERLOADED);
    expect(idle.breakOff).not.toHaveBeenCalled();
  });
});
