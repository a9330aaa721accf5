import { creditLedgerContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlCreditLedger } from './sql-credit-ledger.js';

describeOnEachDatabase('SqlCreditLedger', (create) => {
  creditLedgerContract({ describe, it }, async (clock) => {
    const file = await create();
    const ledger = new SqlCreditLedger({ database: file.database, clock });
    return {
      ledger,
      grant: (accountId, credits) => ledger.grant(accountId, credits),
      reopen: async () => new SqlCreditLedger({ database: await file.reopen(), clock }),
      close: () => file.remove(),
    };
  });
});
