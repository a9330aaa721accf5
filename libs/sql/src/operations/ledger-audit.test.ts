import { accountId, type HoldId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { verbatim } from '../query.js';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { auditLedger } from './ledger-audit.js';

const ann = accountId('ann');
const holdId = (name: string) => name as HoldId;

describe('auditLedger', () => {
  it('adds up every account, with its open holds', async () => {
    const database = await temporaryDatabase();
    const ledger = new SqlCreditLedger({ database });
    const bob = accountId('bob');
    await ledger.grant(ann, 10);
    await ledger.grant(bob, 5);
    await ledger.hold({ holdId: holdId('h1'), accountId: ann, credits: 4, expiresAfterMs: null });
    await ledger.hold({ holdId: holdId('h2'), accountId: ann, credits: 3, expiresAfterMs: null });
    await ledger.settle({ holdId: holdId('h1'), accountId: ann, credits: 1 });

    expect(await auditLedger(database)).toEqual({
      accounts: [
        { accountId: ann, granted: 10, charged: 1, available: 6, held: 3, openHolds: 1, addsUp: true },
        { accountId: bob, granted: 5, charged: 0, available: 5, held: 0, openHolds: 0, addsUp: true },
      ],
      openHolds: 1,
      addsUp: true,
    });
  });

  it.each([
    ['a balance', "update balances set available = 11 where account_id = 'ann'"],
    ['the credits of an open hold', "update holds set credits = 5 where hold_id = 'open'"],
    ['what a closed hold was charged', "update holds set charged = 2 where hold_id = 'closed'"],
  ])('says when %s is not what the others add up to', async (_, tamper) => {
    const database = await temporaryDatabase();
    const ledger = new SqlCreditLedger({ database });
    const bob = accountId('bob');
    await ledger.grant(ann, 10);
    await ledger.grant(bob, 10);
    await ledger.hold({ holdId: holdId('open'), accountId: ann, credits: 4, expiresAfterMs: null });
    await ledger.hold({ holdId: holdId('closed'), accountId: ann, credits: 3, expiresAfterMs: null });
    await ledger.settle({ holdId: holdId('closed'), accountId: ann, credits: 1 });
    await database.write((session) => session.change(verbatim(tamper), {}));

    expect(await auditLedger(database)).toMatchObject({
      addsUp: false,
      accounts: [
        { accountId: ann, addsUp: false },
        { accountId: bob, addsUp: true },
      ],
    });
  });
});
