import { MemoryCreditLedger } from '@dialproof/core';
import { describe, it } from 'vitest';
import { agingClock } from '../runner/aging-clock.fixture.js';
import { creditLedgerContract } from './credit-ledger-contract.js';

describe('MemoryCreditLedger', () => {
  creditLedgerContract({ describe, it }, async (clock) => {
    const ledger = new MemoryCreditLedger({ clock });
    return {
      ledger,
      grant: (accountId, credits) => ledger.grant(accountId, credits),
      close: async () => {},
    };
  });
});

describe('MemoryCreditLedger, by a time of its own', () => {
  creditLedgerContract({ describe, it }, async () => {
    const { clock, pass } = agingClock();
    const ledger = new MemoryCreditLedger({ clock });
    return {
      ledger,
      grant: (account, credits) => ledger.grant(account, credits),
      pass,
      close: async () => {},
    };
  });
});
