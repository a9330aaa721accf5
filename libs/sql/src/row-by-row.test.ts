import {
  accountId,
  createVerificationService,
  InProcessTaskQueue,
  ManualClock,
  newVerificationHoldId,
  normalizePhone,
  type ReportedFailure,
} from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { SqlDatabase } from './database.js';
import {
  SqlCreditLedger,
  SqlEventOutbox,
  SqlObservationStore,
  SqlReplayStore,
  SqlTaskStore,
  SqlWebhookStore,
} from './index.js';
import { auditLedger } from './operations/ledger-audit.js';
import { verbatim } from './query.js';
import type { Tables } from './schema.js';
import { ANN, enqueueTask } from './tasks/task.fixture.js';
import { temporaryDatabase } from './temporary-folder.fixture.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 5, 15);

async function run(database: SqlDatabase, statement: string): Promise<void> {
  await database.write((session) => session.change(verbatim(statement), {}));
}

/** From now on, a row of the table cannot be removed, or changed. */
async function breakRow(
  database: SqlDatabase,
  table: keyof Tables,
  condition: string,
  event: 'delete' | 'update' = 'delete',
): Promise<void> {
  await run(
    database,
    `create trigger broken_row before ${event} on ${table} when ${condition} begin select raise(abort, 'this row is broken'); end`,
  );
}

const mendRow = (database: SqlDatabase) => run(database, 'drop trigger broken_row');

const isBroken = expect.objectContaining({ message: expect.stringContaining('this row is broken') });

describe('a task that cannot be removed', () => {
  it('stops the retention of no other, is reported once, and is removed later', async () => {
    const database = await temporaryDatabase();
    const clock = new ManualClock(NOW);
    const store = new SqlTaskStore({ database, clock });
    const failures: ReportedFailure[] = [];
    const service = createVerificationService({
      store,
      archive: store,
      ledger: new SqlCreditLedger({ database, clock }),
      clock,
      checker: { check: () => Promise.reject(new Error('nothing is checked')) },
      queue: new InProcessTaskQueue({ clock }),
      taskRetentionMs: DAY_MS,
      onError: (failure) => failures.push(failure),
    });
    onTestFinished(() => service.close());
    const ids: string[] = [];
    for (let index = 0; index < 25; index += 1) {
      clock.advance(1);
      const { taskId } = await enqueueTask(store, { chunkCount: 0 });
      ids.push(taskId);
      await service.work();
    }
    const [broken = ''] = ids;
    await breakRow(database, 'tasks', `old.task_id = '${broken}'`);
    clock.advance(DAY_MS);
    const left = async () =>
      (await service.list({ accountId: ANN, limit: 100 })).tasks.map(({ taskId }) => taskId);
    for (let call = 0; call < 4; call += 1) await service.work();
    expect(await left()).toEqual([broken]);
    clock.advance(60_000);
    await service.work();
    expect(failures).toMatchObject([{ kind: 'cleanup_failed', cause: isBroken }]);
    await mendRow(database);
    clock.advance(60_000);
    await service.work();
    expect(await left()).toEqual([]);
  });
});

describe('a row that cannot be removed leaves all others to the removal', () => {
  async function trial() {
    return { database: await temporaryDatabase(), clock: new ManualClock(NOW) };
  }

  it('of closed holds', async () => {
    const { clock, database } = await trial();
    const ledger = new SqlCreditLedger({ database, clock });
    await ledger.grant(ANN, 1_000);
    const holds = Array.from({ length: 130 }, () => newVerificationHoldId(0));
    for (const holdId of holds) {
      clock.advance(1);
      await ledger.hold({ holdId, accountId: ANN, credits: 1, expiresAfterMs: null });
      await ledger.settle({ holdId, accountId: ANN, credits: 1 });
    }
    await breakRow(database, 'holds', `old.hold_id = '${holds[3]}'`);
    const request = { closedBeforeMs: 0, limit: 100 };
    expect(await ledger.pruneHolds(request)).toBe(100);
    await expect(ledger.pruneHolds(request)).rejects.toEqual(isBroken);
    expect(await auditLedger(database)).toMatchObject({ addsUp: true, accounts: [{ charged: 130 }] });
    await mendRow(database);
    expect(await ledger.pruneHolds(request)).toBe(1);
    expect(await auditLedger(database)).toMatchObject({ addsUp: true, accounts: [{ charged: 130 }] });
  });

  it('of charges, by account', async () => {
    const { clock, database } = await trial();
    const ledger = new SqlCreditLedger({ database, clock });
    const accounts = ['ann', 'bob', 'cyd'].map((name) => accountId(name));
    for (const account of accounts) {
      await ledger.grant(account, 10);
      for (const holdId of [newVerificationHoldId(0), newVerificationHoldId(0)]) {
        await ledger.hold({ holdId, accountId: account, credits: 1, expiresAfterMs: null });
        await ledger.settle({ holdId, accountId: account, credits: 1 });
      }
    }
    await breakRow(database, 'journal', `old.account_id = 'ann'`, 'update');
    const request = { endedBeforeMs: -60 * DAY_MS, limit: 100 };
    await expect(ledger.sumUpCharges(request)).rejects.toEqual(isBroken);
    for (const [index, account] of accounts.entries()) {
      const { entries } = await ledger.statement({ accountId: account, limit: 10, cursor: null });
      expect(entries).toHaveLength(index === 0 ? 3 : 2);
    }
    await mendRow(database);
    expect(await ledger.sumUpCharges(request)).toBe(2);
    expect(await auditLedger(database)).toMatchObject({ addsUp: true });
  });

  it('of replies to repeated requests', async () => {
    const { clock, database } = await trial();
    const replays = new SqlReplayStore({ database, clock });
    for (let index = 0; index < 20; index += 1) {
      const key = { accountId: ANN, key: `key-${index}` };
      const begun = await replays.begin({ ...key, leaseMs: 1_000, maxPerAccount: 20 });
      if (begun.outcome !== 'new') throw new Error('the request is not new');
      const completion = { fingerprint: 'a', reply: new Uint8Array(1), keepMs: DAY_MS };
      await replays.complete({ ...key, token: begun.token }, completion);
    }
    await breakRow(database, 'replays', `old.key = 'key-0'`);
    clock.advance(DAY_MS);
    await expect(replays.expire({ limit: 500 })).rejects.toEqual(isBroken);
    await mendRow(database);
    expect(await replays.expire({ limit: 500 })).toBe(1);
  });

  it('of deliveries', async () => {
    const { clock, database } = await trial();
    const webhooks = new SqlWebhookStore({ database, clock });
    await webhooks.create({
      webhookId: 'hook',
      accountId: ANN,
      url: 'https://example.com/',
      events: ['task.done'],
      secret: 'secret',
      maxPerAccount: 5,
      madeWith: null,
    });
    for (let index = 0; index < 20; index += 1) {
      const event = { eventId: `event-${index}`, type: 'task.done', accountId: ANN } as const;
      await webhooks.expand({ ...event, occurredAt: NOW, data: {} }, 1_000);
    }
    const { claims } = await webhooks.claim({ leaseMs: 1_000, limit: 20, except: [] });
    for (const { lease } of claims) {
      await webhooks.record(lease, { outcome: 'delivered', answer: { status: 200, failure: null } });
    }
    await breakRow(database, 'webhook_deliveries', `old.event_id = 'event-0'`);
    clock.advance(DAY_MS);
    await expect(webhooks.expire({ limit: 1_000 })).rejects.toEqual(isBroken);
    await mendRow(database);
    expect(await webhooks.expire({ limit: 1_000 })).toBe(1);
  });

  it('of observations', async () => {
    const { database } = await trial();
    const store = new SqlObservationStore({ database });
    await store.record(
      Array.from({ length: 20 }, (_, index) => ({
        number: normalizePhone(`+4479460${10_000 + index}`),
        app: 'whatsapp',
        seenAt: NOW,
        source: 'import',
      })),
    );
    await breakRow(database, 'observations', `old.number = '+447946010000'`);
    const request = { before: NOW + 1, limit: 100 };
    await expect(store.expire(request)).rejects.toEqual(isBroken);
    await mendRow(database);
    expect(await store.expire(request)).toBe(1);
  });

  it('of events', async () => {
    const { clock, database } = await trial();
    const outbox = new SqlEventOutbox({ database, clock });
    for (let index = 0; index < 20; index += 1) {
      await database.write((session) =>
        outbox.append(session, {
          kind: 'task.done',
          accountId: ANN,
          taskId: `task-${index}`,
          occurredAt: NOW,
        }),
      );
    }
    await breakRow(database, 'events', `old.task_id = 'task-0'`, 'update');
    const { claims } = await outbox.claimEvents({ leaseMs: 1_000, limit: 100 });
    expect(claims).toHaveLength(19);
  });
});
