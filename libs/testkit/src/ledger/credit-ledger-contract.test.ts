import { type Clock, MemoryCreditLedger } from '@dialproof/core';
import { describe, it } from 'vitest';
import {
  byOwnTime,
  byWallClock,
  crowding,
  failing,
  type Mutant,
  nextTurn,
  provesSuite,
  sharing,
} from '../runner/suite-proof.fixture.js';
import { creditLedgerContract } from './credit-ledger-contract.js';
import { ADA, type LedgerSubject } from './sample-hold.js';

type Wrong = Mutant<MemoryCreditLedger, LedgerSubject>;

function create(clock: Clock, change: (right: MemoryCreditLedger) => MemoryCreditLedger): LedgerSubject {
  const ledger = change(new MemoryCreditLedger({ clock }));
  return { ledger, grant: (account, credits) => ledger.grant(account, credits), close: async () => {} };
}

/** Answers by what it was asked for, and not by what became of the hold. */
const answeringItself: Wrong = (ledger) => ({
  settle: async (request) => ({ ...(await ledger.settle(request)), charged: request.credits }),
});

/** Counts the holds that had expired when it began, and releases them later. */
const countingSettled: Wrong = (ledger) => ({
  async releaseExpired() {
    const { held } = await ledger.balance(ADA);
    await nextTurn();
    await ledger.releaseExpired();
    return held;
  },
});

describe('MemoryCreditLedger', () => {
  provesSuite<MemoryCreditLedger, LedgerSubject>(creditLedgerContract, create, {
    'never lets concurrent holds take more than is available': sharing('hold'),
    'makes a hold once when it is made many times at once': crowding('hold'),
    'keeps available + held + charged equal to granted, 12 at once (seed 3)': sharing('settle'),
    'releases each hold once when it runs at several places': sharing('releaseExpired'),
    'releases the holds whose time has passed, of every account': countingSettled,
    ...failing(
      answeringItself,
      'keeps to the first outcome of a hold that was settled in full',
      'keeps available + held + charged equal to granted, 1 at once (seed 1)',
    ),

    ...failing<Wrong>(
      byWallClock,
      'lets holds expire alike when the clock is set ahead',
      'lets holds expire alike when the clock is set back',
    ),
    ...failing<Wrong>(
      (_, clock) => ({ reopen: async () => new MemoryCreditLedger({ clock }) }),
      'remembers balances and open holds when it is opened again',
      'remembers a settlement when it is opened again',
    ),
  });
});

describe('MemoryCreditLedger, by a time of its own', () => {
  creditLedgerContract({ describe, it }, byOwnTime(create));
});
