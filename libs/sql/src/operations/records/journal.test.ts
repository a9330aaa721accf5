import { accountId, type HoldId, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { SqlCreditLedger } from '../../ledger/sql-credit-ledger.js';
import { temporaryDatabase } from '../../temporary-folder.fixture.js';
import { auditLedger } from '../ledger-audit.js';
import { SqlAccountRecords } from './sql-account-records.js';

const ann = accountId('ann');
const holdId = (name: string) => name as HoldId;

describe('the journal of an account', () => {
  it('lists grants and charges, and nothing for credits that returned', async () => {
    const clock = new ManualClock(1_000);
    const database = await temporaryDatabase();
    const ledger = new SqlCreditLedger({ database, clock });
    await ledger.grant(ann, 10, 'a present');
    await ledger.hold({ holdId: holdId('h1'), accountId: ann, credits: 4, expiresAfterMs: null });
    await ledger.hold({ holdId: holdId('h2'), accountId: ann, credits: 2, expiresAfterMs: null });
    clock.set(2_000);
    await ledger.settle({ holdId: holdId('h1'), accountId: ann, credits: 3 });
    await ledger.settle({ holdId: holdId('h2'), accountId: ann, credits: 0 });

    const entries = [];
    for await (const { entryId: _, ...entry } of new SqlAccountRecords({ database }).journal(ann))
      entries.push(entry);

    expect(entries).toEqual([
      { kind: 'grant', credits: 10, holdId: null, note: 'a present', createdAt: 1_000 },
      { kind: 'charge', credits: -3, holdId: 'h1', note: null, createdAt: 2_000 },
    ]);
  });

  it('is read in order and to its end when it is longer than a page', async () => {
    const database = await temporaryDatabase();
    const ledger = new SqlCreditLedger({ database });
    await Promise.all(Array.from({ length: 1_203 }, (_, index) => ledger.grant(ann, index + 1)));

    const credits = [];
    for await (const entry of new SqlAccountRecords({ database }).journal(ann)) credits.push(entry.credits);

    expect(credits).toEqual(Array.from({ length: 1_203 }, (_, index) => index + 1));
  });

  it('has no entry for a grant of nothing, which opens the account', async () => {
    const database = await temporaryDatabase();
    const ledger = new SqlCreditLedger({ database });
    await ledger.grant(ann, 0);

    const entries = [];
    for await (const entry of new SqlAccountRecords({ database }).journal(ann)) entries.push(entry);

    expect(entries).toEqual([]);
    expect((await auditLedger(database)).accounts).toMatchObject([{ accountId: ann, available: 0 }]);
  });
});
