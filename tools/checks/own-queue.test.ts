import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import {
  accountId,
  createVerificationService,
  type HoldId,
  ManualClock,
  MemoryCreditLedger,
  MemoryTaskStore,
  type NumberChecker,
  newTaskId,
  type SettleRequest,
  type TaskQueue,
  taskHoldId,
  type VerificationService,
} from '@dialproof/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compiledProgram, newProgramFolder, programsOf } from './document-program.fixture.js';

interface Bus {
  publish(news: string): Promise<void>;
  subscribe(onNews: (news: string) => void): () => void;
}

interface Page {
  workFor(
    service: VerificationService,
    budgetMs: number,
    onError: (error: unknown) => void,
  ): Promise<number | null>;
  readonly BusTaskQueue: new (bus: Bus, options: { readonly clock: ManualClock }) => TaskQueue;
}

/** What docs/own-queue.md shows. */
let page: Page;
let folder: Awaited<ReturnType<typeof newProgramFolder>>;

beforeAll(async () => {
  folder = await newProgramFolder();
  const [workFor, busTaskQueue] = await programsOf('docs/own-queue.md');
  page = await import(await compiledProgram(`${workFor}\n${busTaskQueue}`, folder.path));
});
afterAll(() => folder.remove());

const account = accountId('acme');

async function serviceWith(
  checker: NumberChecker,
  ledger = new MemoryCreditLedger(),
): Promise<VerificationService> {
  await ledger.grant(account, 10);
  const store = new MemoryTaskStore();
  return createVerificationService({ store, ledger, checker, queue: null, closeGraceMs: 10 });
}

function submit(service: VerificationService) {
  const content = Readable.from([Buffer.from('phone\n+14155552671\n+442071838750\n')]);
  return service.submit({ accountId: account, fileName: 'two.csv', content });
}

function fail(error: unknown): never {
  throw error;
}

describe('workFor of docs/own-queue.md', () => {
  it('does all there is and says that nothing waits', async () => {
    const service = await serviceWith({ check: async () => 'inactive' });
    const { taskId } = await submit(service);
    expect(await page.workFor(service, 20_000, fail)).toBeNull();
    const { status, summary } = await service.task({ accountId: account, taskId });
    expect({ status, inactive: summary.inactive }).toEqual({ status: 'done', inactive: 2 });
  });

  it('ends when its time is over, and the next call does what is left', async () => {
    let upstreamHangs = true;
    const service = await serviceWith({
      check: (_number, { signal }) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          if (!upstreamHangs) resolve('dead');
        }),
    });
    const { taskId } = await submit(service);
    expect(await page.workFor(service, 50, fail)).not.toBeNull();
    expect((await service.task({ accountId: account, taskId })).processed).toBe(0);
    upstreamHangs = false;
    await page.workFor(service, 20_000, fail);
    expect((await service.task({ accountId: account, taskId })).summary.dead).toBe(2);
  });

  it('does the work of other tasks when the steps of one fail', async () => {
    const broken = new Set<HoldId>();
    const ledger = new (class extends MemoryCreditLedger {
      override async settle(request: SettleRequest) {
        if (broken.has(request.holdId)) throw new Error('the ledger does not answer');
        return super.settle(request);
      }
    })();
    const service = await serviceWith({ check: async () => 'dead' }, ledger);
    const [first, second] = [await submit(service), await submit(service)];
    broken.add(taskHoldId(first.taskId, 1));
    const errors: unknown[] = [];
    expect(await page.workFor(service, 20_000, (error) => errors.push(error))).not.toBeNull();
    expect((await service.task({ accountId: account, taskId: second.taskId })).status).toBe('done');
    expect(errors).not.toEqual([]);
  });
});

describe('BusTaskQueue of docs/own-queue.md', () => {
  const calls = new EventEmitter();
  let callers: string[] = [];

  function busOn(wire: EventEmitter): Bus {
    return {
      publish: async (news) => void wire.emit('news', news),
      subscribe(onNews) {
        wire.on('news', onNews);
        return () => wire.off('news', onNews);
      },
    };
  }

  async function startPolling(name: string, bus: Bus): Promise<TaskQueue> {
    const queue = new page.BusTaskQueue(bus, { clock: new ManualClock() });
    await queue.start(async () => {
      callers.push(name);
      calls.emit('call');
      return { did: 'nothing', retryAfterMs: null };
    });
    await callOf(name);
    return queue;
  }

  async function callOf(name: string): Promise<void> {
    while (!callers.includes(name)) await new Promise((resolve) => calls.once('call', resolve));
    callers = [];
  }

  it('wakes the queues of other processes', async () => {
    const wire = new EventEmitter();
    const here = await startPolling('here', busOn(wire));
    const there = await startPolling('there', busOn(wire));
    await here.wake(newTaskId());
    await callOf('there');
    await Promise.all([here.stop(), there.stop()]);
    expect(wire.listenerCount('news')).toBe(0);
  });

  it('calls for work itself when the bus is down', async () => {
    const down = { publish: () => Promise.reject(new Error('the bus is down')), subscribe: () => () => {} };
    const here = await startPolling('here', down);
    await expect(here.wake(newTaskId())).rejects.toThrow('the bus is down');
    await callOf('here');
    await here.stop();
  });
});
