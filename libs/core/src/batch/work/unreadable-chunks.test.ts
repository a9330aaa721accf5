import { describe, expect, it } from 'vitest';
import type { TaskContents } from '../../ports/task-store.js';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

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
      expect(trial.failures).toMatchObject([{ kind: 'task_unreadable', count: 1 }]);
      expect(trial.clock.elapsed()).toBe(0);
    },
  );

  it('is told of and left to a later attempt where its task cannot be set aside now', async () => {
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
  it('set their task aside, also where another process has recorded them meanwhile', async () => {
    const trial = await trialService();
    const { store, submitCsv, workToEnd } = trial;
    const task = await submitCsv(FILE);
    store.record = async () => ({ outcome: 'outdated', revision: 9, statuses: new Uint8Array(17) });
    expect(await workToEnd(task)).toMatchObject({ status: 'failed', failureReason: 'internal_error' });
    expect(trial.failures).toMatchObject([{ kind: 'task_unreadable' }]);
  });

  it('set their task aside where what stands behind them is damaged', async () => {
    const trial = await trialService();
    const { store, submitCsv, workToEnd } = trial;
    const task = await submitCsv(FILE);
    const { claim } = store;
    store.claim = async (request) => {
      const answer = await claim.call(store, request);
      // Statuses of three numbers, and the mark of more without anything behind it.
      const damage = { statuses: Uint8Array.of(128, 128, 128, 127) };
      const claims = answer.claims.map((one) =>
        one.kind === 'check' && one.chunkIndex === 0 ? { ...one, ...damage } : one,
      );
      return { ...answer, claims };
    };
    expect(await workToEnd(task)).toMatchObject({ status: 'failed', failureReason: 'internal_error' });
    expect(trial.failures).toMatchObject([{ kind: 'task_unreadable' }]);
  });
});
