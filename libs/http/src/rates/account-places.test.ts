import { accountId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { AccountPlaces } from './account-places.js';

const [ALICE, BOB] = [accountId('alice'), accountId('bob')];

function places(bounds: { readonly max: number; readonly maxPerAccount: number }): AccountPlaces {
  return new AccountPlaces({ ...bounds, things: 'tables', advice: 'leave one', comeAgainMs: 5_000 });
}

describe('AccountPlaces', () => {
  it('gives an account as many places as it may have, and others theirs', () => {
    const tables = places({ max: 10, maxPerAccount: 2 });
    tables.enter(ALICE);
    const leave = tables.enter(ALICE);
    expect(() => tables.enter(ALICE)).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        hint: 'the account has 2 tables open, which is as many as it may: leave one',
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
    const leave = tables.enter(ALICE);
    expect(() => tables.enter(BOB)).toThrow(
      expect.objectContaining({ code: 'overloaded', retryAfterMs: 5_000 }),
    );
    leave();
    tables.enter(BOB);
  });
});
