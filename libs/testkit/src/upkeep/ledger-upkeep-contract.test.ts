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
    },
  );
});
