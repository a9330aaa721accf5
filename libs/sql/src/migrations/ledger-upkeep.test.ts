import { accountId, type HoldId } from '@dialproof/core';
import { expect, it } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { ledgerUpkeep } from './0022-ledger-upkeep.js';
import { fileBefore } from './file-before.fixture.js';

const ANN = accountId('ann');
const BOB = accountId('bob');

/** Entries of two accounts in turn, and a hold of each kind. */
const ROWS = `
  insert into balances values ('ann', 90, 4), ('bob', 49, 0), ('cyd', 0, 0);
  insert into holds (hold_id, account_id, credits, created_at, charged, closed_at)
    values ('a1', 'ann', 6, 1, 6, 2), ('a2', 'ann', 4, 3, null, null), ('b1', 'bob', 3, 4, 1, 5);
  insert into journal (account_id, kind, credits, hold_id, note, created_at) values
    ('ann', 'grant', 70, null, 'invoice 7', 1), ('bob', 'grant', 50, null, null, 1),
    ('ann', 'charge', -6, 'a1', null, 2), ('bob', 'charge', -1, 'b1', null, 5), ('ann', 'grant', 30, null, null, 6);
`;

it('keeps every entry of an earlier version, and numbers them by account', async () => {
  const file = await fileBefore(ledgerUpkeep, ROWS);
  const ledger = new SqlCreditLedger({ database: await temporaryDatabase(file) });
  const journalOf = async (account: typeof ANN) => {
    const entries = [];
    for await (const entry of ledger.journal(account)) entries.push(Object.values(entry));
    return entries;
  };
  expect(await journalOf(ANN)).toEqual([
    [1, 'grant', 70, null, 'invoice 7', 1],
    [2, 'charge', -6, 'a1', null, 2],
    [3, 'grant', 30, null, null, 6],
  ]);
  expect(await journalOf(BOB)).toEqual([
    [1, 'grant', 50, null, null, 1],
    [2, 'charge', -1, 'b1', null, 5],
  ]);
  expect(await ledger.audit()).toMatchObject({ addsUp: true, openHolds: 1 });
  await ledger.settle({ holdId: 'a2' as HoldId, accountId: ANN, credits: 4 });
  expect((await journalOf(ANN)).map(([entry]) => entry)).toEqual([1, 2, 3, 4]);
  expect(await ledger.pruneHolds({ closedBeforeMs: 86_400_000, limit: 9 })).toBe(2);
  expect(await ledger.sumUpCharges({ endedBeforeMs: 86_400_000, limit: 9 })).toBe(2);
  expect(await ledger.audit()).toMatchObject({ addsUp: true, openHolds: 0 });
});
