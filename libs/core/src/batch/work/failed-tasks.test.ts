import { describe, expect, it } from 'vitest';
import { settle } from '../../async/turns.fixture.js';
import { InProcessTaskQueue } from '../../memory/in-process-task-queue.js';
import { ManualClock } from '../../memory/manual-clock.js';
import type { NumberChecker } from '../../ports/number-checker.js';
import type { TaskContents } from '../../ports/task-store.js';
import { ALICE, BOB, trialService } from '../../service/trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n+14155550101\n+14155550102\n+14155550103\n+14155550104\n';

/** A trial with a task whose second chunk is broken in the store, and one that is whole. */
async function brokenTrial(breakChunk: (bytes: Uint8Array) => Uint8Array) {
  const trial = await trialService();
  const { store, submitCsv } = trial;
  const { enqueue } = store;
  store.enqueue = async (lease, contents) => {
    const chunks = contents.chunks.map((bytes, index) => (index === 1 ? breakChunk(bytes) : bytes));
    return await enqueue.call(store, lease, { ...contents, chunks } satisfies TaskContents);
  };
  const broken = await submitCsv(FILE);
  store.enqueue = enqueue;
  const whole = await submitCsv(FILE);
  return { broken, trial, whole };
}

describe('a chunk that cannot be read', () => {
  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['is no text of numbers', () => Buffer.from('{"numbers":[]}')],
    ['is cut', (bytes) => Buffer.concat([bytes, Buffer.from('*')])],
    ['is empty', () => Buffer.alloc(0)],
  ])(
    'since it %s sets its task aside with what it has; the others go on, and the operator is told once',
    async (_, breakChunk) => {
      const { broken, trial, whole } = await brokenTrial(breakChunk);
      expect(await trial.workToEnd(broken)).toMatchObject({
        status: 'failed',
        failureReason: 'internal_error',
        processed: 3,
        credits: { held: 0, charged: 3 },
      });
      expect(await trial.workToEnd(whole)).toMatchObject({
        status: 'done',
        processed: 5,
        credits: { charged: 5 },
      });
      expect(await trial.ledger.balance(ALICE)).toEqual({ available: 992, held: 0 });
      expect(trial.failures).toMatchObject([{ kind: 'task_failed', count: 1 }]);
      expect(trial.clock.elapsed()).toBe(0);
    },
  );

  it('is reported, and left to a later attempt if its task cannot be failed now', async () => {
    const { broken, trial, whole } = await brokenTrial(() => Buffer.from('x'));
    const { fail } = trial.store;
    trial.store.fail = () => Promise.reject(new Error('the connection is lost'));
    for (let piece = 0; piece < 5; piece += 1) await trial.service.work().catch(() => undefined);
    expect(await trial.workToEnd(whole)).toMatchObject({ status: 'done' });
    expect(await trial.service.task({ accountId: ALICE, taskId: broken.taskId })).toMatchObject({
      status: 'processing',
    });
    trial.store.fail = fail;
    expect(await trial.workToEnd(broken)).toMatchObject({
      status: 'failed',
      failureReason: 'internal_error',
    });
  });
});

describe('statuses that cannot be read', () => {
  it('fail their task, also if another process has recorded them meanwhile', async () => {
    const trial = await trialService();
    const { store, submitCsv, workToEnd } = trial;
    const task = await submitCsv(FILE);
    store.record = async () => ({ outcome: 'outdated', revision: 9, statuses: new Uint8Array(17) });
    expect(await workToEnd(task)).toMatchObject({ status: 'failed', failureReason: 'internal_error' });
    expect(trial.failures).toMatchObject([{ kind: 'task_failed' }]);
  });

  it('fail their task if the bytes behind them are damaged', async () => {
    const trial = await trialService();
    const { store, submitCsv, workToEnd } = trial;
    const task = await submitCsv(FILE);
    const { claim } = store;
    store.claim = async (request) => {
      const answer = await claim.call(store, request);
      // Statuses of three numbers, and a mark without the columns that must follow it.
      const damage = { statuses: Uint8Array.of(128, 128, 128, 127) };
      const claims = answer.claims.map((one) =>
        one.kind === 'check' && one.chunkIndex === 0 ? { ...one, ...damage } : one,
      );
      return { ...answer, claims };
    };
    expect(await workToEnd(task)).toMatchObject({ status: 'failed', failureReason: 'internal_error' });
    expect(trial.failures).toMatchObject([{ kind: 'task_failed' }]);
  });
});

describe('a task whose answers the store refuses', () => {
  const NUMBERS = `phone\n${Array.from({ length: 30 }, (_, n) => `+1415555${1_000 + 10 * n}\n`).join('')}`;

  /** A queue of two calls that works on a task with refused records, and on a whole one of Bob's. */
  async function refusingTrial() {
    const clock = new ManualClock();
    const asked: string[] = [];
    const checker: NumberChecker = {
      async check(number) {
        asked.push(number);
        return 'dead';
      },
    };
    const queue = new InProcessTaskQueue({ clock, concurrency: 2 });
    const trial = await trialService({ clock, checker, queue });
    await trial.ledger.grant(BOB, 100);
    const refused = await trial.submitCsv(NUMBERS);
    const whole = await trial.submitCsv(FILE, { accountId: BOB });
    const record = trial.store.record.bind(trial.store);
    trial.store.record = async (lease, news) => {
      if (lease.taskId === refused.taskId) throw new TypeError('the row is damaged');
      return await record(lease, news);
    };
    await trial.service.start();
    const pass = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 100) {
        await settle();
        clock.advance(100);
      }
      await settle();
    };
    return { ...trial, asked, pass, refused, whole };
  }

  it('fails after a few tries, and delays no other account', async () => {
    const { failures, ledger, pass, refused, service, whole } = await refusingTrial();
    await pass(2_000);
    expect(await service.task({ accountId: BOB, taskId: whole.taskId })).toMatchObject({ status: 'done' });
    expect(await service.task({ accountId: ALICE, taskId: refused.taskId })).toMatchObject({
      status: 'failed',
      failureReason: 'internal_error',
      credits: { held: 0, charged: 0 },
    });
    expect(await ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    expect(failures).toMatchObject([{ kind: 'task_failed', count: 1 }]);
    await service.close();
  });

  it('is not checked further if the store cannot fail it either, and fails once the store can', async () => {
    const { asked, clock, pass, refused, service, store, whole } = await refusingTrial();
    const { fail } = store;
    store.fail = () => Promise.reject(new TypeError('the row is damaged'));
    await pass(2_000);
    expect(await service.task({ accountId: BOB, taskId: whole.taskId })).toMatchObject({ status: 'done' });
    const before = asked.length;
    await pass(60_000);
    clock.advance(3_600_000);
    await pass(1_000);
    expect(asked).toHaveLength(before);
    // Two chunks of three numbers were under way, and five numbers are Bob's.
    expect(before).toBeLessThanOrEqual(6 + 5);
    store.fail = fail;
    clock.advance(300_000);
    await pass(1_000);
    expect(await service.task({ accountId: ALICE, taskId: refused.taskId })).toMatchObject({
      status: 'failed',
      failureReason: 'internal_error',
    });
    await service.close();
  });
});
