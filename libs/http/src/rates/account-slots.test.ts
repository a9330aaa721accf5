import { accountId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { AccountSlots } from './account-slots.js';

const [ALICE, BOB, EVE] = [accountId('alice'), accountId('bob'), accountId('eve')];

function slots(bounds: { readonly max: number; readonly maxPerAccount: number }): AccountSlots {
  return new AccountSlots({ ...bounds, things: 'tables', advice: 'leave one', retryAfterMs: 5_000 });
}

describe('AccountSlots', () => {
  it('gives an account as many slots as it may have, and others theirs', () => {
    const tables = slots({ max: 10, maxPerAccount: 2 });
    tables.take(ALICE);
    const release = tables.take(ALICE);
    expect(() => tables.take(ALICE)).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        hint: 'open tables of the account: 2, the maximum; leave one',
        retryAfterMs: 5_000,
      }),
    );
    tables.take(BOB);
    release();
    release();
    tables.take(ALICE);
    expect(() => tables.take(ALICE)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  });

  it('gives no more slots than there are in all', () => {
    const tables = slots({ max: 2, maxPerAccount: 2 });
    tables.take(ALICE);
    const release = tables.take(BOB);
    expect(() => tables.take(EVE)).toThrow(
      expect.objectContaining({ code: 'overloaded', retryAfterMs: 5_000 }),
    );
    release();
    tables.take(EVE);
  });
});
