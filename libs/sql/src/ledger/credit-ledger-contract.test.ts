import { creditLedgerContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { DatabaseFile } from '../database-file.fixture.js';
import { SqlCreditLedger } from './sql-credit-ledger.js';

describe('SqlCreditLedger', () => {
  creditLedgerContract({ describe, it }, async (clock) => {
    const file = await DatabaseFile.create();
    const ledger = new SqlCreditLedger({ database: file.database, clock });
    return {
      ledger,
      grant: (accountId, credits) => ledger.grant(accountId, credits),
      reopen: async () => new SqlCreditLedger({ database: await file.reopen(), clock }),
      close: () => file.remove(),
    };
  });
});
