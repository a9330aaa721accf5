import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { until } from '../async/turns.fixture.js';
import type { SubmitRequest } from '../batch/intake/submit.js';
import { keyedTaskId, taskHoldId } from '../model/identifiers.js';
import type { Task } from '../model/task.js';
import { ALICE, BOB, csvContent, trialService } from './trial-service.fixture.js';

const CSV = 'phone\n+14155550100\n+14155550101\n+14155550100\n';
const KEYED: Partial<SubmitRequest> = { taskId: keyedTaskId(ALICE, 'key-1') };

/** Long enough that its encoding is known and its draft begun before its end. */
const LONG_CSV = `phone\n${'+14155550100\n'.repeat(20_000)}`;

/** A file whose end the test releases. */
function heldFile() {
  let end = (): void => undefined;
  const isToEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  const seen = { isRead: false };
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(LONG_CSV);
    seen.isRead = true;
    await isToEnd;
  }
  return { content: content(), end: () => end(), seen };
}

describe('a submit that names its task id', () => {
  it('makes a task with this id', async () => {
    const { submitCsv } = await trialService();
    const { taskId, credits } = await submitCsv(CSV, KEYED);
    expect([taskId, credits.held]).toEqual([keyedTaskId(ALICE, 'key-1'), 3]);
  });

  it('finds the task when it is repeated, and stores and holds nothing more', async () => {
    const { ledger, submitCsv, workToEnd } = await trialService();
    const first = await submitCsv(CSV, KEYED);
    expect(await submitCsv(CSV, KEYED)).toEqual(first);
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 3 });
    const done = await workToEnd(first);
    expect(await submitCsv(CSV, KEYED)).toEqual(done);
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
  });

  it('finds it for an account that has used up its credits', async () => {
    const { ledger, submitCsv, workToEnd } = await trialService();
    const first = await workToEnd(await submitCsv(CSV, KEYED));
    await ledger.hold({
      holdId: taskHoldId(first.taskId, 9),
      accountId: ALICE,
      credits: 998,
      expiresAfterMs: null,
    });
    expect(await submitCsv(CSV, KEYED)).toEqual(first);
  });

  it.each<[string, string, Partial<SubmitRequest>]>([
    ['another content', `${CSV}+14155550102\n`, {}],
    ['another country', CSV, { defaultCountry: 'DE' }],
    ['another column', CSV, { phoneColumn: 0 }],
    ['another sheet', CSV, { sheet: 'People' }],
    ['another name', CSV, { fileName: 'others.csv' }],
    ['a larger file than is taken', `phone\n${'+14155550100\n'.repeat(10)}`, {}],
  ])('is refused with %s', async (_, text, over) => {
    const { ledger, submitCsv } = await trialService();
    await submitCsv(CSV, KEYED);
    await expect(submitCsv(text, { ...KEYED, ...over })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 3 });
  });

  it('is refused with the id of a task that was submitted without one, or by another account', async () => {
    const { ledger, service, submitCsv } = await trialService();
    await ledger.grant(BOB, 10);
    const { taskId } = await submitCsv(CSV);
    const reused = { code: 'idempotency_key_reused' };
    await expect(submitCsv(CSV, { taskId })).rejects.toMatchObject(reused);
    await submitCsv(CSV, KEYED);
    const content = Readable.from([Buffer.from(CSV)]);
    const ofBob = service.submit({ ...KEYED, accountId: BOB, fileName: 'people.csv', content });
    await expect(ofBob).rejects.toMatchObject(reused);
    expect(content.destroyed).toBe(true);
  });

  it('makes one task of ten simultaneous submits, charged once', async () => {
    const { ledger, submitCsv, workToEnd } = await trialService();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => submitCsv(CSV, KEYED)));
    const tasks = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('request_in_progress');
    }
    expect(new Set(tasks.map(({ taskId }) => taskId)).size).toBe(1);
    const [task] = tasks as [Task];
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 3 });
    await workToEnd(task);
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
  });

  it('is refused while the first is being read, and finds the task after that', async () => {
    const { ledger, submitCsv } = await trialService();
    await ledger.grant(ALICE, 20_000);
    const file = heldFile();
    const first = submitCsv('', { ...KEYED, content: file.content });
    await until(() => file.seen.isRead);
    await expect(submitCsv(LONG_CSV, KEYED)).rejects.toMatchObject({ code: 'request_in_progress' });
    file.end();
    const task = await first;
    expect(await submitCsv(LONG_CSV, KEYED)).toEqual(task);
  });

  it('can be sent again after it was refused', async () => {
    const { ledger, submitCsv } = await trialService();
    const refused = submitCsv(CSV, { ...KEYED, maxCredits: 2 });
    await expect(refused).rejects.toMatchObject({ code: 'max_credits_exceeded' });
    await submitCsv(CSV, { ...KEYED, maxCredits: 3 });
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 3 });
  });

  it('is charged if an earlier submit was given up after its hold', async () => {
    const { ledger, store, submitCsv, workToEnd, failures } = await trialService();
    const enqueue = store.enqueue.bind(store);
    store.enqueue = () => Promise.reject(new Error('the disk is full'));
    await expect(submitCsv(CSV, KEYED)).rejects.toThrow('the disk is full');
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    store.enqueue = enqueue;
    await workToEnd(await submitCsv(CSV, KEYED));
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
    expect(failures).toEqual([]);
  });

  it('is charged if the process was killed between its hold and its task', async () => {
    const { clock, ledger, service, store, submitCsv, workToEnd } = await trialService({ leaseMs: 1_000 });
    const enqueue = store.enqueue.bind(store);
    let isKilled = false;
    store.enqueue = () => {
      isKilled = true;
      return new Promise(() => undefined);
    };
    store.extendLease = async () => true;
    void submitCsv(CSV, KEYED);
    await until(() => isKilled);
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 3 });
    store.enqueue = enqueue;
    await expect(submitCsv(CSV, KEYED)).rejects.toMatchObject({ code: 'request_in_progress' });
    clock.advance(60_000);
    expect(await service.work()).toMatchObject({ did: 'work' });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    await workToEnd(await submitCsv(CSV, KEYED));
    expect(await ledger.balance(ALICE)).toEqual({ available: 998, held: 0 });
  });

  it('leaves no hold behind when its draft was lost and a repeat has made the task', async () => {
    const { endLeases, ledger, service, store, submitCsv } = await trialService();
    const enqueue = store.enqueue.bind(store);
    let repeat: Promise<Task> | undefined;
    store.enqueue = async (lease, contents) => {
      store.enqueue = enqueue;
      endLeases();
      await service.work();
      repeat = submitCsv(CSV, KEYED);
      await repeat;
      return await enqueue(lease, contents);
    };
    await expect(submitCsv(CSV, KEYED)).rejects.toMatchObject({ code: 'overloaded' });
    expect((await repeat)?.status).toBe('queued');
    expect(await ledger.balance(ALICE)).toEqual({ available: 997, held: 3 });
  });

  it('is retried like any other', async () => {
    const { ledger, service, submitCsv, workToEnd } = await trialService();
    const task = await workToEnd(await submitCsv('phone\n+14155550109\n+14155550100\n', KEYED));
    await service.retry({ accountId: ALICE, taskId: task.taskId });
    await workToEnd(task);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
  });

  it.each(['', 'a b', 'x'.repeat(65), 'ключ', 7 as unknown as string])(
    'rejects with TypeError for an invalid id: %j',
    async (taskId) => {
      const { submitCsv } = await trialService();
      await expect(submitCsv(CSV, { taskId: taskId as never })).rejects.toThrow(TypeError);
    },
  );
});

describe('a submit with the most credits that it may hold', () => {
  it.each([
    [3, 'queued'],
    [4, 'queued'],
  ])('of %d is %s', async (maxCredits, status) => {
    const { submitCsv } = await trialService();
    expect((await submitCsv(CSV, { maxCredits })).status).toBe(status);
  });

  it.each([0, 2])('of %d is refused, and leaves nothing', async (maxCredits) => {
    const { ledger, service, store, submitCsv } = await trialService();
    await expect(submitCsv(CSV, { maxCredits })).rejects.toMatchObject({
      code: 'max_credits_exceeded',
      hint: `the file needs at least 3 credits, and max_credits=${maxCredits} allows no more`,
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
    expect(await store.claim({ leaseMs: 1, limit: 1, taskId: null })).toMatchObject({
      claims: [],
      retryAfterMs: null,
    });
  });

  it('is refused before the file has been read to its end', async () => {
    const { submitCsv } = await trialService();
    let isClosed = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        yield Buffer.from('phone\n');
        for (;;) yield Buffer.from('+14155550100\n'.repeat(100));
      } finally {
        isClosed = true;
      }
    }
    const refused = submitCsv('', { content: endless(), maxCredits: 150 });
    await expect(refused).rejects.toMatchObject({ code: 'max_credits_exceeded' });
    expect(isClosed).toBe(true);
  });

  it.each([-1, 1.5, Number.NaN])('rejects with RangeError for %d', async (maxCredits) => {
    const { submitCsv } = await trialService();
    await expect(submitCsv(CSV, { maxCredits })).rejects.toThrow(RangeError);
  });
});

describe('the content of a submit', () => {
  it.each<[string, SubmitRequest['content']]>([
    ['a Buffer', Buffer.from(CSV)],
    ['a Uint8Array', new TextEncoder().encode(CSV)],
    ['a stream of Node', Readable.from([Buffer.from(CSV)])],
    ['a stream of the web', new Blob([CSV]).stream() as unknown as AsyncIterable<Uint8Array>],
    ['a generator', csvContent(CSV)],
  ])('may be %s', async (_, content) => {
    const { submitCsv } = await trialService();
    expect((await submitCsv('', { content })).total).toBe(3);
  });

  it.each<[string, unknown, RegExp]>([
    ['a path', '/home/people.csv', /not a string$/],
    ['nothing', undefined, /not undefined$/],
    ['an ArrayBuffer', new ArrayBuffer(8), /not an object of ArrayBuffer$/],
    ['a stream of text', Readable.from([CSV]), /gave a string; a stream with an encoding/],
    ['a stream with an encoding', Readable.from([Buffer.from(CSV)], { encoding: 'utf8' }), /gave a string/],
  ])('is a TypeError when it is %s', async (_, content, message) => {
    const { service, submitCsv } = await trialService();
    const submitted = submitCsv('', { content: content as SubmitRequest['content'] });
    await expect(submitted).rejects.toThrow(TypeError);
    await expect(submitted).rejects.toThrow(message);
    if (content instanceof Readable) expect(content.destroyed).toBe(true);
    expect(await service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
  });
});
