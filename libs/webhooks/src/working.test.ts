import { Readable } from 'node:stream';
import {
  createVerificationService,
  MemoryCreditLedger,
  MemoryTaskStore,
  type TaskEvent,
} from '@dialproof/core';
import { MemoryEventOutbox, MemoryWebhookStore } from '@dialproof/testkit/memory';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createWebhooks } from './create-webhooks.js';
import { answering, Receiver } from './receiver.fixture.js';
import { ADA, BOB, settle, trialWebhooks, until } from './trial-webhooks.fixture.js';

/** A receiver that answers nothing at paths that begin with /slow. */
async function halfStalled(): Promise<Receiver> {
  const receiver = await Receiver.start();
  receiver.answer = (response) => {
    if (response.req.url?.startsWith('/slow') !== true) answering(200)(response, 0);
  };
  return receiver;
}

const at = (receiver: Receiver, path: string): string => new URL(path, receiver.url).href;
const pathsOf = (receiver: Receiver): readonly string[] => receiver.received.map(({ path }) => path);

describe('the work on webhooks', () => {
  it('lets no webhook hold up another of its account', async () => {
    const receiver = await halfStalled();
    const { clock, taskEnds, webhooks } = trialWebhooks({ receiver });
    await webhooks.create({ accountId: ADA, url: at(receiver, '/slow'), events: ['task.done'] });
    await webhooks.create({ accountId: ADA, url: at(receiver, '/fast'), events: ['task.done'] });
    for (let made = 0; made < 20; made += 1) taskEnds(ADA);
    const stopping = new AbortController();
    const working = webhooks.work(stopping.signal);
    await until(() => pathsOf(receiver).filter((path) => path === '/fast').length === 20);
    expect(pathsOf(receiver).filter((path) => path === '/slow')).toHaveLength(2);
    stopping.abort();
    await settle();
    clock.advance(5_000);
    await working;
  });

  it('serves the webhooks of an account in turn if there is room for one delivery', async () => {
    const receiver = await Receiver.start();
    const { taskEnds, webhooks } = trialWebhooks({ receiver, maxInFlight: 1 });
    await webhooks.create({ accountId: ADA, url: at(receiver, '/many'), events: ['task.done'] });
    await webhooks.create({ accountId: ADA, url: at(receiver, '/few'), events: ['task.failed'] });
    for (let made = 0; made < 10; made += 1) taskEnds(ADA);
    taskEnds(ADA, 'task.failed');
    await webhooks.work();
    expect(pathsOf(receiver)).toHaveLength(11);
    expect(pathsOf(receiver).slice(0, 2)).toContain('/few');
  });

  it('lets no account hold up another, and has no more of a webhook under way than it may', async () => {
    const receiver = await halfStalled();
    const { clock, taskEnds, webhooks } = trialWebhooks({ receiver, maxInFlightPerWebhook: 3 });
    await webhooks.create({ accountId: ADA, url: at(receiver, '/slow'), events: ['task.done'] });
    await webhooks.create({ accountId: BOB, url: at(receiver, '/bob'), events: ['task.done'] });
    for (let made = 0; made < 50; made += 1) taskEnds(ADA);
    for (let made = 0; made < 20; made += 1) taskEnds(BOB);
    const working = webhooks.work();
    await until(() => pathsOf(receiver).filter((path) => path === '/bob').length === 20);
    expect(pathsOf(receiver).filter((path) => path === '/slow')).toHaveLength(3);
    expect(await webhooks.work()).toEqual({ did: 'nothing', retryAfterMs: 1_000 });
    receiver.answer = answering(200);
    clock.advance(20_000);
    await working;
    // Three failed and wait; the others were delivered.
    expect(pathsOf(receiver)).toHaveLength(70);
  });

  it('has no more under way than it may, of all accounts together', async () => {
    const receiver = await halfStalled();
    const { clock, taskEnds, webhooks } = trialWebhooks({
      receiver,
      maxInFlight: 5,
      maxInFlightPerWebhook: 4,
    });
    for (const account of [ADA, BOB]) {
      await webhooks.create({ accountId: account, url: at(receiver, '/slow'), events: ['task.done'] });
      for (let made = 0; made < 10; made += 1) taskEnds(account);
    }
    const stopping = new AbortController();
    const working = webhooks.work(stopping.signal);
    await until(() => receiver.received.length === 5);
    clock.advance(1_000);
    await settle();
    expect(receiver.received).toHaveLength(5);
    stopping.abort();
    await settle();
    clock.advance(5_000);
    await working;
    expect(receiver.received).toHaveLength(5);
  });

  it('takes up events while deliveries are under way', async () => {
    const receiver = await halfStalled();
    const { clock, taskEnds, webhooks } = trialWebhooks({ receiver });
    await webhooks.create({ accountId: ADA, url: at(receiver, '/slow'), events: ['task.done'] });
    await webhooks.create({ accountId: BOB, url: at(receiver, '/bob'), events: ['task.done'] });
    taskEnds(ADA);
    const working = webhooks.work();
    await until(() => receiver.received.length === 1 && clock.pending === 2);
    taskEnds(BOB);
    clock.advance(1_000);
    await until(() => receiver.received.length === 2);
    expect(pathsOf(receiver)).toEqual(['/slow', '/bob']);
    clock.advance(19_000);
    await working;
  });

  it('postpones an event that cannot be expanded, and continues with the others', async () => {
    const receiver = await Receiver.start();
    const made = trialWebhooks({ receiver });
    await made.webhooks.create({ accountId: ADA, url: receiver.url, events: ['task.done'] });
    const { store } = made;
    const expand = store.expand.bind(store);
    let poisoned: string | undefined;
    store.expand = async (event, keepMs) => {
      poisoned ??= event.eventId;
      if (event.eventId === poisoned) throw new Error('cannot be expanded');
      return await expand(event, keepMs);
    };
    made.taskEnds();
    made.taskEnds();
    await made.webhooks.work();
    expect(receiver.received).toHaveLength(1);
    expect(made.failures).toMatchObject([{ kind: 'work_failed', cause: { message: 'cannot be expanded' } }]);
    store.expand = expand;
    made.clock.advance(1_000);
    await made.webhooks.work();
    expect(receiver.received).toHaveLength(2);
  });

  it('reports a store that does not answer, and delivers when it is back', async () => {
    const receiver = await Receiver.start();
    const made = trialWebhooks({ receiver });
    await made.webhooks.create({ accountId: ADA, url: receiver.url, events: ['task.done'] });
    made.taskEnds();
    const claim = made.store.claim.bind(made.store);
    made.store.claim = () => Promise.reject(new Error('the database is away'));
    await made.webhooks.work();
    expect(made.failures).toMatchObject([{ kind: 'work_failed' }]);
    made.store.claim = claim;
    made.clock.advance(5_000);
    await made.webhooks.work();
    expect(receiver.received).toHaveLength(1);
  });

  it('has a hundred deliveries under way without a warning of Node', async () => {
    const receiver = await halfStalled();
    const warned: Error[] = [];
    const listen = (warning: Error): void => void warned.push(warning);
    process.on('warning', listen);
    onTestFinished(() => void process.off('warning', listen));
    const { clock, taskEnds, webhooks } = trialWebhooks({ receiver, maxInFlightPerWebhook: 100 });
    await webhooks.create({ accountId: ADA, url: at(receiver, '/slow'), events: ['task.done'] });
    for (let made = 0; made < 100; made += 1) taskEnds();
    const working = webhooks.work();
    await until(() => receiver.received.length === 100);
    clock.advance(20_000);
    await working;
    expect(warned).toEqual([]);
  });

  it('does not spin if a store announces work and gives none', async () => {
    const receiver = await halfStalled();
    const made = trialWebhooks({ receiver });
    await made.webhooks.create({ accountId: ADA, url: at(receiver, '/slow'), events: ['task.done'] });
    made.taskEnds();
    const claim = made.store.claim.bind(made.store);
    let claims = 0;
    made.store.claim = async (request) => {
      claims += 1;
      return { ...(await claim(request)), retryAfterMs: 0 };
    };
    const working = made.webhooks.work();
    await until(() => receiver.received.length === 1);
    await settle();
    expect(claims).toBe(3);
    made.clock.advance(100);
    await settle();
    expect(claims).toBe(4);
    made.clock.advance(20_000);
    await working;
  });

  it('sends twice rather than never if the record fails', async () => {
    const receiver = await Receiver.start();
    const made = trialWebhooks({ receiver });
    await made.webhooks.create({ accountId: ADA, url: receiver.url, events: ['task.done'] });
    made.taskEnds();
    const record = made.store.record.bind(made.store);
    made.store.record = () => Promise.reject(new Error('the database is away'));
    await made.webhooks.work();
    made.store.record = record;
    made.clock.advance(60_000);
    await made.webhooks.work();
    expect(receiver.received).toHaveLength(2);
    expect(receiver.headersOf(1)['webhook-id']).toBe(receiver.headersOf(0)['webhook-id']);
  });

  it('sends events of the tasks of a service whose workers deliver, while receivers stall', async () => {
    const receiver = await halfStalled();
    const outbox = new MemoryEventOutbox();
    const ledger = new MemoryCreditLedger();
    const webhooks = createWebhooks({
      store: new MemoryWebhookStore(),
      outbox,
      allowNetworks: ['127.0.0.1'],
      resolve: async () => ['127.0.0.1'],
      trustedCertificates: [receiver.certificate],
      closeGraceMs: 0,
    });
    const service = createVerificationService({
      store: new MemoryTaskStore({ outbox }),
      ledger,
      checker: { check: async () => 'inactive' },
      queue: null,
      workSources: [webhooks],
    });
    for (const account of [ADA, BOB]) await ledger.grant(account, 100);
    await webhooks.create({ accountId: BOB, url: at(receiver, '/slow'), events: ['task.done'] });
    await webhooks.create({ accountId: ADA, url: at(receiver, '/ada'), events: ['task.done'] });
    const taskIds: string[] = [];
    for (const account of [BOB, ADA, BOB, ADA, BOB, ADA]) {
      const content = Readable.from([Buffer.from('phone\n+14155550100\n')]);
      const { taskId } = await service.submit({ accountId: account, fileName: 'people.csv', content });
      if (account === ADA) taskIds.push(taskId);
      while ((await service.work()).did === 'work');
    }
    const told = (): readonly string[] =>
      receiver.received.flatMap(({ body, path }) =>
        path === '/ada'
          ? [(JSON.parse(body) as { data: { task_id: TaskEvent['taskId'] } }).data.task_id]
          : [],
      );
    await until(() => {
      void service.work();
      return told().length === 3;
    });
    expect([...told()].sort()).toEqual([...taskIds].sort());
    await service.close();
  });
});
