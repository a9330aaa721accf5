import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Clock, MemoryCreditLedger } from '@dialproof/core';
import { creditLedgerContract, type LedgerSubject } from '@dialproof/testkit';

let subjects = 0;

async function ledgerSubject(clock: Clock): Promise<LedgerSubject> {
  subjects += 1;
  const ledger = new MemoryCreditLedger({ clock });
  return { ledger, grant: (account, credits) => ledger.grant(account, credits), close: async () => {} };
}

creditLedgerContract({ describe, it }, ledgerSubject);
after(() => {
  assert.ok(subjects > 0);
  console.log('testkit was used');
});
