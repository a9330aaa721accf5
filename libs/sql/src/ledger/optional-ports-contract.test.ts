import { creditStatementContract, ledgerUpkeepContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { auditLedger } from '../operations/ledger-audit.js';
import { describeOnEachDatabase } from '../test-databases.fixture.js';
import { SqlCreditLedger } from './sql-credit-ledger.js';

describeOnEachDatabase('SqlCreditLedger', (create) => {
  creditStatementContract({ describe, it }, async (clock) => {
    const file = await create();
    const ledger = new SqlCreditLedger({ database: file.database, clock });
    return {
      ledger,
      statement: ledger,
      grant: (accountId, credits) => ledger.grant(accountId, credits),
      reopen: async () => new SqlCreditLedger({ database: await file.reopen(), clock }),
      close: () => file.remove(),
    };
  });

  ledgerUpkeepContract({ describe, it }, async (clock) => {
    const file = await create();
    const ledger = new SqlCreditLedger({ database: file.database, clock });
    return {
      ledger,
      upkeep: ledger,
      statement: ledger,
      grant: (accountId, credits) => ledger.grant(accountId, credits),
      async close() {
        const { addsUp } = await auditLedger(file.database);
        await file.remove();
        if (!addsUp) throw new Error('the ledger does not add up');
      },
    };
  });
});
