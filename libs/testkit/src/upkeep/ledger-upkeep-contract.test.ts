import { MemoryCreditLedger } from '@dialproof/core';
import { describe } from 'vitest';
import { crowding, provesSuite } from '../runner/suite-proof.fixture.js';
import { type LedgerUpkeepSubject, ledgerUpkeepContract } from './ledger-upkeep-contract.js';

describe('MemoryCreditLedger', () => {
  provesSuite<MemoryCreditLedger, LedgerUpkeepSubject>(
    ledgerUpkeepContract,
    (clock, change) => {
      const ledger = change(new MemoryCreditLedger({ clock }));
      const grant: LedgerUpkeepSubject['grant'] = (account, credits) => ledger.grant(account, credits);
      return { ledger, upkeep: ledger, statement: ledger, grant, close: async () => {} };
    },
    {
      'prunes each hold once in concurrent calls': crowding('pruneHolds'),
      'counts each charge once in concurrent calls': crowding('sumUpCharges'),
      'takes a pruned hold for one that was never made': (ledger) => {
        const settled = new Set<string>();
        return {
          async settle(request) {
            const charged = settled.has(request.holdId) ? request.credits : 0;
            settled.add(request.holdId);
            const settlement = await ledger.settle(request);
            return settlement.charged + settlement.returned === 0 ? { charged, returned: 0 } : settlement;
          },
        };
      },
    },
  );
});
