import { join } from 'node:path';
import { accountId, type HoldId, ManualClock } from '@dialproof/core';
import { expect, it } from 'vitest';
import { temporaryDatabase, temporaryFolder } from '../temporary-folder.fixture.js';
import { SqlCreditLedger } from './sql-credit-ledger.js';

const ANN = accountId('ann');
const DAY_MS = 86_400_000;
const NOW = 1_767_225_600_000;

it('a hold that was just settled is not pruned after a start whose clock was far ahead', async () => {
  const file = join(await temporaryFolder(), 'test.db');
  const settled = async (now: number, name: string) => {
    const database = await temporaryDatabase(file);
    const ledger = new SqlCreditLedger({ database, clock: new ManualClock(now) });
    await ledger.grant(ANN, 1);
    const hold = { holdId: name as HoldId, accountId: ANN };
    await ledger.hold({ ...hold, credits: 1, expiresAfterMs: 60_000 });
    await ledger.settle({ ...hold, credits: 1, keep: 'the answer' });
    return { database, ledger, hold };
  };
  const ahead = await settled(NOW + 30 * DAY_MS, 'ahead');
  await ahead.database.close();
  const { hold, ledger } = await settled(NOW, 'right');
  expect(await ledger.pruneHolds({ closedBeforeMs: 7 * DAY_MS, limit: 100 })).toBe(0);
  expect(await ledger.settle({ ...hold, credits: 0 })).toMatchObject({ charged: 1, kept: 'the answer' });
});
