import { MemoryCreditLedger } from '@dialproof/core';
import { describe, it } from 'vitest';
import { creditLedgerContract } from './credit-ledger-contract.js';

describe('MemoryCreditLedger', () => {
  creditLedgerContract({ describe, it }, async () => {
    const ledger = new MemoryCreditLedger();
    return {
      ledger,
      grant: (accountId, credits) => ledger.grant(accountId, credits),
      close: async () => {},
    };
  });
});
