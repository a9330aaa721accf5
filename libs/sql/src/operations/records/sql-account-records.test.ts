import { join } from 'node:path';
import { type AccountId, createVerificationService, type E164, type HoldId } from '@dialproof/core';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SqlAccounts } from '../../accounts/sql-accounts.js';
import { SqlSingleAnswerStore } from '../../answers/sql-single-answer-store.js';
import { SqlCreditLedger } from '../../ledger/sql-credit-ledger.js';
import { SqlEventOutbox } from '../../outbox/sql-event-outbox.js';
import { SqlReplayStore } from '../../replays/sql-replay-store.js';
import { SqlTaskStore } from '../../tasks/sql-task-store.js';
import { temporaryDatabase, temporaryFolder } from '../../temporary-folder.fixture.js';
import { describeOnEachDatabase, HASH_KEY, type TestDatabase } from '../../test-databases.fixture.js';
import { SqlWebhookStore } from '../../webhooks/sql-webhook-store.js';
import { SqlAccountRecords } from './sql-account-records.js';

/** More than a page. */
const MANY = 501;

async function subjectOver(create: () => Promise<TestDatabase>) {
  const test = await create();
  onTestFinished(() => test.remove());
  const { database } = test;
  const outbox = new SqlEventOutbox({ database });
  const store = new SqlTaskStore({ database, outbox });
  const ledger = new SqlCreditLedger({ database });
  const webhooks = new SqlWebhookStore({ database });
  const replays = new SqlReplayStore({ database });
  const accounts = new SqlAccounts({ database });
  const checker = { check: async () => 'inactive' as const };
  const service = createVerificationService({ store, ledger, checker, queue: null });
  const many = (make: (index: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: MANY }, (_, index) => make(index)));
  const open = async () => (await accounts.create({ credits: 2 * MANY })).accountId;
  const submit = (accountId: AccountId) =>
    service.submit({
      accountId,
      fileName: 'people.csv',
      content: (async function* () {
        yield Buffer.from('phone\n+14155550101\n');
      })(),
    });
  const watched = async (accountId: AccountId, webhookId: string) => {
    const url = 'https://example.com';
    await webhooks.create({
      webhookId,
      accountId,
      url,
      events: ['task.done'],
      secret: `whsec_${webhookId}`,
      maxPerAccount: 5,
      madeWith: null,
    });
  };
  const tell = (accountId: AccountId, eventId: string) =>
    webhooks.expand({ eventId, type: 'task.done', accountId, occurredAt: 7, data: { task_id: 't1' } }, 1e9);
  const answer = async (accountId: AccountId, key: string) => {
    const begun = await replays.begin({ accountId, key, leaseMs: 1_000, maxPerAccount: 2 * MANY });
    if (begun.outcome !== 'new') throw new TypeError('the key is in use');
    const completion = { fingerprint: 'f', reply: Buffer.from(`reply to ${key}`), keepMs: 86_400_000 };
    await replays.complete({ accountId, key, token: begun.token }, completion);
  };
  const singleAnswers = new SqlSingleAnswerStore({ database, hashKey: HASH_KEY });
  const kept = (accountId: AccountId, index: number) =>
    singleAnswers.keep(accountId, {
      phone: `+1415555${1_000 + index}` as E164,
      status: 'dead',
      checkedAt: new Date(index + 1),
    });
  const records = new SqlAccountRecords({ database });
  return { answer, kept, ledger, many, open, records, service, submit, tell, watched };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const gathered: Item[] = [];
  for await (const item of items) gathered.push(item);
  return gathered;
}

describeOnEachDatabase('SqlAccountRecords', (create) => {
  const subject = () => subjectOver(create);

  it('gives all holds of an account, and no other', async () => {
    const { ledger, many, open, records } = await subject();
    const [ann, bob] = [await open(), await open()];
    await many((index) =>
      ledger.hold({ holdId: `ann-${index}` as HoldId, accountId: ann, credits: 2, expiresAfterMs: null }),
    );
    await ledger.hold({ holdId: 'bob' as HoldId, accountId: bob, credits: 2, expiresAfterMs: null });
    await ledger.settle({
      holdId: 'ann-7' as HoldId,
      accountId: ann,
      credits: 1,
      keep: '["dead",1,null,null]',
    });
    const holds = await all(records.holds(ann));
    expect(new Set(holds.map((hold) => hold.holdId)).size).toBe(MANY);
    expect(holds.filter(({ closedAt }) => closedAt !== null)).toEqual([
      {
        holdId: 'ann-7',
        credits: 2,
        createdAt: expect.any(Number),
        charged: 1,
        closedAt: expect.any(Number),
        answer: '["dead",1,null,null]',
      },
    ]);
    expect(await all(records.holds(bob))).toHaveLength(1);
  });

  it('gives what webhooks were told, without their secrets', async () => {
    const { many, open, records, tell, watched } = await subject();
    const [ann, bob] = [await open(), await open()];
    for (const webhook of ['w1', 'w2']) await watched(ann, webhook);
    await watched(bob, 'w3');
    await many((index) => tell(ann, `e${index}`));
    await tell(bob, 'other');
    const deliveries = await all(records.deliveries(ann));
    expect(deliveries).toHaveLength(2 * MANY);
    expect(deliveries[0]).toEqual({
      eventId: 'e0',
      webhookId: 'w1',
      type: 'task.done',
      occurredAt: 7,
      data: { task_id: 't1' },
      failures: 0,
      isDelivered: false,
      isDue: true,
    });
    expect((await records.counts(ann)).deliveries).toBe(2 * MANY);
  });

  it('gives the requests that were answered, and those that are being answered', async () => {
    const { answer, many, open, records } = await subject();
    const [ann, bob] = [await open(), await open()];
    await many((index) => answer(ann, `k${index}`));
    await answer(bob, 'k1');
    const answers = await all(records.answers(ann));
    expect(answers).toHaveLength(MANY);
    expect(Buffer.from(answers[0]?.reply ?? '').toString()).toBe('reply to k0');
    expect((await records.counts(ann)).answers).toBe(MANY);
  });

  it('gives what single checks have found, without numbers, and no other', async () => {
    const { kept, many, open, records } = await subject();
    const [ann, bob] = [await open(), await open()];
    await many((index) => kept(ann, index));
    await kept(bob, 7);
    const answers = await all(records.singleAnswers(ann));
    const inTheirOrder = answers.toSorted(
      (one, other) => one.checkedAt.getTime() - other.checkedAt.getTime(),
    );
    expect(inTheirOrder).toEqual(
      Array.from({ length: MANY }, (_, index) => ({ status: 'dead', checkedAt: new Date(index + 1) })),
    );
    expect((await records.counts(ann)).singleAnswers).toBe(MANY);
    expect((await records.counts(bob)).singleAnswers).toBe(1);
  });

  it('gives the events that nobody was told yet, and counts everything', async () => {
    const { open, records, service, submit } = await subject();
    const [ann, bob] = [await open(), await open()];
    const { taskId } = await submit(ann);
    await submit(bob);
    while ((await service.work()).did === 'work');
    await submit(ann);
    expect(await all(records.events(ann))).toEqual([
      { eventId: expect.any(String), kind: 'task.done', taskId, occurredAt: expect.any(Number) },
    ]);
    const counts = await records.counts(ann);
    expect(counts).toMatchObject({
      tasks: { done: 1, queued: 1 },
      journalEntries: 2,
      events: 1,
      deliveries: 0,
      answers: 0,
      singleAnswers: 0,
    });
    expect(counts.storedBytes).toBeGreaterThan(2_000);
  });
});

describe('what is kept of an account', () => {
  // A later table with accounts has to be listed, here or by its store, or hold no data of theirs.
  it('is in tables that are known here', async () => {
    const file = join(await temporaryFolder(), 'test.db');
    await temporaryDatabase(file);
    const database = new Database(file, { readonly: true });
    const tables = database
      .prepare(
        `select tables.name from sqlite_master tables, pragma_table_info(tables.name) columns
         where tables.type = 'table' and columns.name = 'account_id' order by tables.name`,
      )
      .pluck()
      .all();
    database.close();
    const read = ['events', 'holds', 'replays', 'single_answers', 'webhook_deliveries'];
    const listedByTheirStores = [
      'accounts',
      'balances',
      'journal',
      'lists',
      'suppressions',
      'tasks',
      'tokens',
      'webhooks',
    ];
    const placesInLines = ['replay_accounts', 'suppression_accounts', 'task_accounts', 'webhook_accounts'];
    const sumsOverTasks = ['account_usage'];
    expect(tables).toEqual([...read, ...listedByTheirStores, ...placesInLines, ...sumsOverTasks].sort());
  });
});
