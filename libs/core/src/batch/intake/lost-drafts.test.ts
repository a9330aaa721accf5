import { describe, expect, it } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { MemoryCreditLedger } from '../../memory/credits/memory-credit-ledger.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { taskHoldId } from '../../model/identifiers.js';
import type { HoldRequest } from '../../ports/credit-ledger.js';
import { newTaskId } from '../../ports/entropy.js';
import type { Lease } from '../../ports/task-store.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

const LEASE_MS = 10_000;
const NOTHING = { claims: [], outage: null, retryAfterMs: null };
const anything = { leaseMs: LEASE_MS, limit: 10, taskId: null };

/** A file whose second half comes when `goOn` is called. */
function twoHalves() {
  let goOn = (): void => undefined;
  const isToGoOn = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const seen = { isWaiting: false, isClosed: false };
  async function* content(): AsyncGenerator<Uint8Array> {
    try {
      // Long enough that the encoding is known and the draft begun.
      yield Buffer.from(`phone\n${'+14155550100\n'.repeat(20_000)}`);
      seen.isWaiting = true;
      await isToGoOn;
      yield Buffer.from('+14155550101\n'.repeat(300));
    } finally {
      seen.isClosed = true;
    }
  }
  return { content: content(), goOn: () => goOn(), seen };
}

describe('an upload whose connection to the store breaks once its task is there', () => {
  it('keeps the hold of the task, though its caller gets an error', async () => {
    const { ledger, service, store, submitCsv, workAll } = await trialService();
    const { enqueue, find } = store;
    const lost = (): Promise<never> => Promise.reject(new Error('the connection is lost'));
    store.enqueue = async (lease, contents) => {
      await enqueue.call(store, lease, contents);
      store.find = () => {
        store.find = find;
        return lost();
      };
      return await lost();
    };
    await expect(submitCsv('phone\n+14155550100\n')).rejects.toThrow('the connection is lost');
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 1 });
    await workAll();
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
  });

  it('resolves to its task if the store still returns it', async () => {
    const { ledger, store, submitCsv, workToEnd } = await trialService();
    const { enqueue } = store;
    store.enqueue = async (lease, contents) => {
      await enqueue.call(store, lease, contents);
      throw new Error('the connection is lost');
    };
    const task = await submitCsv('phone\n+14155550100\n');
    expect(task).toMatchObject({ status: 'queued', credits: { held: 1 } });
    expect(await workToEnd(task)).toMatchObject({ status: 'done', credits: { held: 0, charged: 1 } });
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });
});

describe('an upload whose cleanup fails', () => {
  it("is refused with its own error, and the cleanup's error is reported to the host", async () => {
    const { failures, ledger, store, submitCsv } = await trialService();
    store.enqueue = () => Promise.reject(new Error('the store is away'));
    ledger.settle = () => Promise.reject(new Error('the ledger is away'));
    await expect(submitCsv('phone\n+14155550100\n')).rejects.toThrow('the store is away');
    expect(failures).toMatchObject([{ kind: 'cleanup_failed', cause: { message: 'the ledger is away' } }]);
  });
});

describe('an upload whose draft was taken over', () => {
  it('ends as soon as its lease cannot be extended, with overloaded and a time for the next try', async () => {
    const { clock, endLeases, ledger, service, store, submitCsv } = await trialService({ leaseMs: LEASE_MS });
    await ledger.grant(ALICE, 30_000);
    const file = twoHalves();
    const upload = submitCsv('', { content: file.content });
    upload.catch(() => undefined);
    await until(() => file.seen.isWaiting && clock.pending > 0);
    // Another process does this when the first one has stood still for too long.
    endLeases();
    expect(await service.work()).toMatchObject({ did: 'work' });
    clock.advance(LEASE_MS / 3);
    await expect(upload).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterMs: 1_000,
      hint: expect.stringContaining('send the file again'),
    });
    file.goOn();
    await until(() => file.seen.isClosed);
    expect(await ledger.balance(ALICE)).toEqual({ available: 31_000, held: 0 });
    expect(await store.claim(anything)).toEqual(NOTHING);
    expect(clock.pending).toBe(0);
  });

  it.each(['appendRows', 'enqueue'] as const)(
    'ends in overloaded where %s is the first to notice',
    async (step) => {
      const { clock, endLeases, ledger, service, store, submitCsv } = await trialService({
        leaseMs: LEASE_MS,
      });
      const original = store[step].bind(store) as (...values: unknown[]) => Promise<never>;
      Object.assign(store, {
        [step]: async (...values: unknown[]) => {
          endLeases();
          await service.work();
          return await original(...values);
        },
      });
      const upload = submitCsv('phone\n+14155550100\n');
      await expect(upload).rejects.toMatchObject({
        code: 'overloaded',
        retryAfterMs: 1_000,
        cause: { code: 'task_not_found' },
      });
      expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
      expect(await store.claim(anything)).toEqual(NOTHING);
      expect(clock.pending).toBe(0);
    },
  );

  it('goes on through a store that cannot extend its lease once', async () => {
    const { clock, failures, ledger, store, submitCsv } = await trialService({ leaseMs: LEASE_MS });
    await ledger.grant(ALICE, 30_000);
    const file = twoHalves();
    const upload = submitCsv('', { content: file.content });
    await until(() => file.seen.isWaiting && clock.pending > 0);
    const { extendLease } = store;
    store.extendLease = () => Promise.reject(new Error('the connection is lost'));
    clock.advance(LEASE_MS / 3);
    await settle();
    store.extendLease = extendLease;
    clock.advance(LEASE_MS / 3);
    await settle();
    clock.advance(LEASE_MS / 2);
    await settle();
    file.goOn();
    expect(await upload).toMatchObject({ status: 'queued', total: 20_300 });
    expect(failures).toMatchObject([{ kind: 'work_failed' }]);
  });

  it('extends its lease while it goes on, however long it takes', async () => {
    const { clock, ledger, service, submitCsv } = await trialService({ leaseMs: LEASE_MS });
    await ledger.grant(ALICE, 30_000);
    const file = twoHalves();
    const upload = submitCsv('', { content: file.content });
    await until(() => file.seen.isWaiting && clock.pending > 0);
    for (let third = 0; third < 30; third += 1) {
      clock.advance(LEASE_MS / 3);
      await settle(2);
      expect(await service.work()).toMatchObject({ did: 'nothing' });
    }
    file.goOn();
    expect(await upload).toMatchObject({ status: 'queued', total: 20_300 });
  });
});

describe('a draft that a dead process left behind', () => {
  it('is discarded when its lease has ended, and its hold is released', async () => {
    const { clock, ledger, store, submitCsv } = await trialService({ leaseMs: LEASE_MS });
    // The process is killed between the hold and the task: the store never answers again.
    store.enqueue = () => new Promise(() => undefined);
    void submitCsv('phone\n+14155550100\n+14155550101\n');
    await settle(50);
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 2 });
    const other = await trialService({ clock, ledger, store, leaseMs: LEASE_MS });
    expect(await other.service.work()).toMatchObject({ did: 'nothing', retryAfterMs: LEASE_MS });
    store.extendLease = () => new Promise(() => undefined);
    clock.advance(LEASE_MS);
    expect(await other.service.work()).toMatchObject({ did: 'work' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    expect(await store.claim(anything)).toEqual(NOTHING);
  });

  it('is kept, with its hold, until the ledger can release it', async () => {
    const { clock, ledger, service, store } = await trialService({ leaseMs: LEASE_MS });
    const taskId = newTaskId();
    await store.begin({ taskId, accountId: ALICE, run: 1, leaseMs: 1 });
    await ledger.hold({ holdId: taskHoldId(taskId, 1), accountId: ALICE, credits: 5, expiresAfterMs: null });
    clock.advance(1);
    const { settle: settleHold } = ledger;
    ledger.settle = () => Promise.reject(new Error('the ledger is down'));
    await expect(service.work()).rejects.toThrow('the ledger is down');
    expect(await ledger.balance(ALICE)).toEqual({ available: 995, held: 5 });
    ledger.settle = settleHold;
    const { did } = await service.work();
    expect(did).toBe('nothing');
    clock.advance(5_000);
    await service.work();
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
  });

  it('is left alone by another process that starts, until its lease ends', async () => {
    const { clock, endLeases, ledger, store, submitCsv } = await trialService({ leaseMs: LEASE_MS });
    store.enqueue = () => new Promise(() => undefined);
    void submitCsv('phone\n+14155550100\n');
    await settle(50);
    const other = await trialService({ clock, ledger, store, leaseMs: LEASE_MS });
    await other.service.start();
    expect(await other.service.work()).toMatchObject({ did: 'nothing' });
    expect(await ledger.balance(ALICE)).toMatchObject({ held: 1 });
    endLeases();
    expect(await other.service.work()).toMatchObject({ did: 'work' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
  });
});

describe('an upload that is ended between last row and hold', () => {
  it('holds nothing and leaves nothing', async () => {
    const { endLeases, ledger, service, store, submitCsv } = await trialService();
    const stop = new AbortController();
    const { appendRows } = store;
    store.appendRows = async (lease: Lease, index: number, block: Uint8Array) => {
      await appendRows.call(store, lease, index, block);
      // The header comes last: the file is read to its end.
      if (index === 1) stop.abort();
    };
    let holds = 0;
    const hold = ledger.hold.bind(ledger);
    ledger.hold = (request) => {
      holds += 1;
      return hold(request);
    };
    const upload = submitCsv('phone\n+14155550100\n', { signal: stop.signal });
    await expect(upload).rejects.toMatchObject({ code: 'upload_interrupted' });
    expect(holds).toBe(0);
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    endLeases();
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
  });
});

describe('a ledger whose answer to a hold is lost', () => {
  it('releases the credits of the refused file', async () => {
    class LosingLedger extends MemoryCreditLedger {
      override async hold(request: HoldRequest): Promise<void> {
        await super.hold(request);
        throw new Error('the connection is lost');
      }
    }
    const clock = new ManualClock();
    const ledger = new LosingLedger({ clock });
    await ledger.grant(ALICE, 10);
    const { store, submitCsv } = await trialService({ clock, ledger });
    await expect(submitCsv('phone\n+14155550100\n')).rejects.toThrow('the connection is lost');
    expect(await ledger.balance(ALICE)).toEqual({ available: 10, held: 0 });
    expect(await store.claim(anything)).toEqual(NOTHING);
  });
});
