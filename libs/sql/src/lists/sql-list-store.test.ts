import { accountId, createVerificationService, type PhoneList } from '@dialproof/core';
import { expect, it } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { SqlListStore } from './sql-list-store.js';

const ALICE = accountId('alice');

it('reads a list that was stored without a column of keys', async () => {
  const database = await temporaryDatabase();
  const store = new SqlTaskStore({ database });
  const ledger = new SqlCreditLedger({ database });
  await ledger.grant(ALICE, 1);
  const checker = { check: async () => 'inactive' as const };
  const service = createVerificationService({ store, archive: store, ledger, checker, queue: null });
  async function* content() {
    yield Buffer.from('phone\n+14155550100\n');
  }
  const { taskId } = await service.submit({ accountId: ALICE, fileName: 'a.csv', content: content() });
  const facts = {
    listId: 'a list',
    accountId: ALICE,
    name: 'a',
    createdAt: 1,
    taskId,
    pending: null,
    runs: [],
  };
  const stored = {
    ...facts,
    schedule: null,
    nextRunAt: null,
    freshWithinMs: null,
    maxCredits: null,
    caps: null,
  };
  const lists = new SqlListStore({ database });
  // As a list was stored before it could have keys.
  await lists.create({ list: stored as unknown as PhoneList, dueAt: null, keeps: [taskId] }, 1);
  expect((await lists.find(stored))?.list).toEqual({ ...stored, keyColumn: null });
  await lists.replace({
    list: { ...stored, keyColumn: 'id' },
    dueAt: null,
    keeps: [],
    revision: (await lists.find(stored))?.revision ?? 0,
    events: [],
  });
  expect((await lists.all(ALICE)).map(({ list }) => list.keyColumn)).toEqual(['id']);
});
