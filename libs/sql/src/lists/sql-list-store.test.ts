import { accountId, createVerificationService, type PhoneList } from '@dialproof/core';
import { expect, it } from 'vitest';
import { SqlCreditLedger } from '../ledger/sql-credit-ledger.js';
import { SqlTaskStore } from '../tasks/sql-task-store.js';
import { temporaryDatabase } from '../temporary-folder.fixture.js';
import { SqlListStore } from './sql-list-store.js';

const ALICE = accountId('alice');

it('reads a list that an earlier version has stored, without a column of keys and without replaced numbers', async () => {
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
  };
  const summary = { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 1, unknown: 0 };
  const status = 'done' as const;
  const ended = { status, taskId, dueAt: null, beganAt: 1, endedAt: 2, reason: null };
  const counts = { ...{ total: 1, summary }, checksFailed: 0, charged: 1, numbers: 1 };
  const changes = { came: 1, changed: 0, went: 1, unchanged: 0, notCompared: 0 };
  const first = { ...ended, ...counts, changes: null, against: null };
  const second = { ...first, against: taskId };
  const stored = {
    ...facts,
    schedule: null,
    nextRunAt: null,
    freshWithinMs: null,
    maxCredits: null,
    caps: null,
    runs: [{ ...second, changes }, first],
  };
  const lists = new SqlListStore({ database });
  // As a list was stored before it could have keys.
  await lists.create({ list: stored as unknown as PhoneList, dueAt: null, keeps: [taskId] }, 1);
  const found = (await lists.find(stored))?.list;
  const runs = [{ ...second, changes: { ...changes, replaced: 0 } }, first];
  expect(found).toEqual({ ...stored, keyColumn: null, runs });
  const replaced = { ...changes, came: 0, replaced: 1, went: 0 };
  await lists.replace({
    list: { ...stored, keyColumn: 'id', runs: [{ ...second, changes: replaced }] },
    dueAt: null,
    keeps: [],
    revision: (await lists.find(stored))?.revision ?? 0,
    events: [],
  });
  const [list] = (await lists.all(ALICE)).map((each) => each.list);
  expect([list?.keyColumn, list?.runs[0]?.changes]).toEqual(['id', replaced]);
});
