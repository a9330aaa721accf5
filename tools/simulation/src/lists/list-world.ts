import {
  type AccountId,
  accountId,
  ManualClock,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryListStore,
  MemoryReplayStore,
  MemoryTaskStore,
  type PhoneLists,
  systemEntropy,
  taskId,
  type VerificationService,
} from '@dialproof/core';
import type { FetchHandler } from '@dialproof/http';
import { MemoryAccountTokens, MemoryEventOutbox, MemoryWebhookStore } from '@dialproof/testkit/memory';
import { makeKit } from '../world/kit.js';
import { uploadForm } from '../world/upload-form.js';
import { type ListCustomer, statusAt, type ToldChange, type ToldRun, type Year, yearOfList } from './year.js';

const ACCOUNT = accountId('shop');
const TOKEN = 'a-token';
const DAY_MS = 86_400_000;
const FRESH_DAYS = 400;
/** At noon of a second of January, after the hour of the schedule. */
const BEGIN = Date.UTC(2026, 0, 2, 12);
const MONTHLY = { every: 'month', day: 1, hour: 9 } as const;

/** A year of a list over everything in memory, on a clock that this moves. */
export async function simulatedYear(
  way: 'core' | 'http',
  rows: number,
): Promise<Year & { readonly events: number }> {
  const clock = new ManualClock(BEGIN);
  const outbox = new MemoryEventOutbox({ clock });
  const lists = new MemoryListStore({ clock, outbox });
  const store = new MemoryTaskStore({ clock, lists, outbox });
  const ledger = new MemoryCreditLedger({ clock });
  const authenticator = new MemoryAuthenticator([[TOKEN, { accountId: ACCOUNT, suspended: false }]]);
  await ledger.grant(ACCOUNT, 10 * rows);
  const { handler, service } = makeKit({
    ports: {
      ...{ store, lists, ledger, outbox, authenticator },
      replays: new MemoryReplayStore({ clock }),
      webhooks: new MemoryWebhookStore({ clock }),
      tokens: new MemoryAccountTokens({ authenticator, clock }),
    },
    checker: {
      maxNumbers: 1_000,
      async checkMany(phones) {
        return phones.map((phone) => ({
          status: statusAt(phone, clock.now()),
          source: 'year',
          checkedAt: new Date(clock.now()),
        }));
      },
    },
    ...{ clock, entropy: systemEntropy, works: false, maxIdleMs: 1_000, slots: 100, chunkSize: 1_000 },
    taskRetentionMs: 30 * DAY_MS,
    resolve: async () => [],
    onFailure(line) {
      throw new Error(line);
    },
  });
  const work = async (): Promise<void> => {
    // Lists are worked on beside the calls of `work`, so a few turns follow each.
    for (let idle = 0; idle < 5; ) {
      const { did } = await service.work();
      idle = did === 'work' ? 0 : idle + 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  /** The time stands still while the task of a run is made. */
  const runOver = async (): Promise<void> => {
    for (;;) {
      const pending = (await lists.all(ACCOUNT)).find(({ list }) => list.pending !== null)?.list.pending;
      if (pending == null) return;
      if (pending.beganAt !== null) clock.advance(2_000);
      await work();
    }
  };
  const customer = way === 'core' ? overCore(service, work) : overHttp(handler, work);
  const year = await yearOfList({
    ...{ customer, rows, clock },
    async untilRun(listId) {
      const runs = async () => (await customer.runs(listId)).length;
      const before = await runs();
      while ((await runs()) === before) {
        clock.advance(DAY_MS / 4);
        await work();
        await runOver();
      }
    },
  });
  const { claims } = await outbox.claimEvents({ leaseMs: DAY_MS, limit: 1_000 });
  return { ...year, events: claims.filter(({ event }) => event.kind === 'list.changed').length };
}

function overCore(service: VerificationService, work: () => Promise<void>): ListCustomer {
  // The kit was made with the ports of lists.
  const lists = service.lists as PhoneLists;
  const of = (listId: string): { accountId: AccountId; listId: string } => ({ accountId: ACCOUNT, listId });
  return {
    async verify(csv) {
      const freshWithinMs = FRESH_DAYS * DAY_MS;
      const content = Buffer.from(csv);
      const task = await service.submit({
        accountId: ACCOUNT,
        fileName: 'customers.csv',
        content,
        freshWithinMs,
      });
      await work();
      return task.taskId;
    },
    async makeList(task) {
      const schedule = { ...MONTHLY, timeZone: 'Europe/Berlin' };
      const settings = {
        name: 'Customers',
        schedule,
        freshWithinMs: FRESH_DAYS * DAY_MS,
        keyColumn: 'customer',
      };
      return (await lists.create({ accountId: ACCOUNT, taskId: taskId(task), ...settings })).listId;
    },
    giveTask: async (listId, task) => void (await lists.change({ ...of(listId), taskId: taskId(task) })),
    changes: async (listId) => [...(await lists.changes(of(listId))).changes],
    runs: async (listId) => (await lists.find(of(listId))).runs,
    balance: () => service.balance(ACCOUNT),
  };
}

function overHttp(handler: FetchHandler, work: () => Promise<void>): ListCustomer {
  const ask = async <Shape>(method: string, path: string, json?: object): Promise<Shape> => {
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const body = json === undefined ? {} : { body: JSON.stringify(json) };
    const reply = await handler(new Request(`http://kit.test/v1${path}`, { method, headers, ...body }));
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Shape;
  };
  const fresh = `${FRESH_DAYS}d`;
  return {
    async verify(csv) {
      const { mediaType, text } = uploadForm(csv);
      const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': mediaType };
      const path = `http://kit.test/v1/verify/batch?fresh_within=${fresh}`;
      const reply = await handler(new Request(path, { method: 'POST', headers, body: text }));
      const { task_id } = (await reply.json()) as { task_id: string };
      await work();
      return task_id;
    },
    async makeList(task) {
      const schedule = { ...MONTHLY, time_zone: 'Europe/Berlin' };
      const settings = {
        name: 'Customers',
        task_id: task,
        schedule,
        fresh_within: fresh,
        key_column: 'customer',
      };
      return (await ask<{ list_id: string }>('POST', '/lists', settings)).list_id;
    },
    giveTask: async (listId, task) => void (await ask('PATCH', `/lists/${listId}`, { task_id: task })),
    async changes(listId) {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const path = `http://kit.test/v1/lists/${listId}/changes?format=csv`;
      const [, ...lines] = (await (await handler(new Request(path, { headers }))).text())
        .trimEnd()
        .split('\n');
      // No cell of these needs quotes.
      return lines.map((line) => {
        const [key = '', phone = '', change, from, to, , , previousPhone] = line.split(',');
        const told = { key, phone, previousPhone: previousPhone || null };
        return { ...told, change, from: from || null, to: to || null } as ToldChange;
      });
    },
    async runs(listId) {
      type Runs = { runs: { credits_charged: number; changes: ToldRun['changes'] }[] };
      const { runs } = await ask<Runs>('GET', `/lists/${listId}/runs`);
      return runs.map(({ changes, credits_charged: charged }) => ({ changes, charged }));
    },
    balance: () => ask('GET', '/credits'),
  };
}
