import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { until } from '../async/turns.fixture.js';
import { ALICE, trialService } from './trial-service.fixture.js';

/** The next thread that this process starts. */
async function nextThread(): Promise<Worker> {
  const [worker] = await once(process, 'worker');
  return worker;
}

/** A file of which more comes for as long as it is asked for, and the rest when it is told to. */
function halfOfFile() {
  let finish = (): void => undefined;
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const seen = { isWaiting: false };
  async function* content(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`phone\n${'+14155550100\n'.repeat(20_000)}`);
    seen.isWaiting = true;
    await isFinished;
    yield Buffer.from('+14155550101\n');
  }
  return { content: content(), finish: () => finish(), seen };
}

describe('a service with intakeThreads', () => {
  it('makes a task of a file as without, to its last byte', async () => {
    const text = `name,phone\n${Array.from({ length: 500 }, (_, row) => `"A ""${row}""",+1415555${1_000 + (row % 400)}`).join('\n')}`;
    const results = await Promise.all(
      [0, 1].map(async (intakeThreads) => {
        const trial = await trialService({ intakeThreads });
        const task = await trial.submitCsv(text);
        const end = await trial.workToEnd(task);
        const result = await trial.result(task);
        await trial.service.close();
        return { ...end, taskId: null, startedAt: null, finishedAt: null, result };
      }),
    );
    expect(results[1]).toEqual(results[0]);
    expect(results[1]).toMatchObject({ status: 'done', total: 500 });
  });

  it('starts no thread before a file comes, and ends it when it is closed', async () => {
    const trial = await trialService({ intakeThreads: 1 });
    const thread = nextThread();
    await trial.service.start();
    await trial.submitCsv('phone\n+14155550100\n');
    const exit = once(await thread, 'exit');
    await trial.service.close();
    await exit;
    const refused = trial.submitCsv('phone\n+14155550100\n');
    await expect(refused).rejects.toMatchObject({ code: 'shutting_down' });
  });

  it('charges nothing and keeps nothing of a file whose thread is lost, and reads the next one', async () => {
    const trial = await trialService({ intakeThreads: 1 });
    await trial.ledger.grant(ALICE, 30_000);
    const thread = nextThread();
    const half = halfOfFile();
    const upload = trial.submitCsv('', { content: half.content });
    upload.catch(() => undefined);
    await until(() => half.seen.isWaiting && trial.clock.pending > 0);
    await (await thread).terminate();
    await expect(upload).rejects.toMatchObject({ code: 'overloaded', retryAfterMs: 1_000 });
    half.finish();
    expect(await trial.ledger.balance(ALICE)).toEqual({ available: 31_000, held: 0 });
    await trial.store.endLeases();
    expect(await trial.service.work()).toEqual({ did: 'nothing', retryAfterMs: null });
    expect(await trial.submitCsv('phone\n+14155550100\n')).toMatchObject({ status: 'queued', total: 1 });
    await trial.service.close();
  });

  it('holds and keeps nothing for a preview whose thread is lost, and reads the next one', async () => {
    const trial = await trialService({ intakeThreads: 1 });
    const preview = (content: AsyncIterable<Uint8Array> | Uint8Array) =>
      trial.service.preview({ accountId: ALICE, fileName: 'people.csv', content });
    const thread = nextThread();
    const half = halfOfFile();
    const previewed = preview(half.content);
    previewed.catch(() => undefined);
    await until(() => half.seen.isWaiting);
    await (await thread).terminate();
    await expect(previewed).rejects.toMatchObject({ code: 'overloaded', retryAfterMs: 1_000 });
    half.finish();
    expect(await trial.ledger.balance(ALICE)).toEqual({ available: 1_000, held: 0 });
    expect(await preview(Buffer.from('phone\n+14155550100\n'))).toMatchObject({ total: 1 });
    await trial.service.close();
  });

  it('reads a preview in a thread, and asks for the balance when it has been read', async () => {
    const trial = await trialService({ intakeThreads: 1 });
    const thread = nextThread();
    const half = halfOfFile();
    const request = { accountId: ALICE, fileName: 'people.csv', content: half.content };
    const previewed = trial.service.preview(request);
    await thread;
    await until(() => half.seen.isWaiting);
    await trial.ledger.grant(ALICE, 7);
    half.finish();
    expect(await previewed).toMatchObject({ total: 20_001, balance: { available: 1_007, held: 0 } });
    await trial.service.close();
  });

  it('ends a preview that is being read when it is closed', async () => {
    const trial = await trialService({ intakeThreads: 1 });
    const half = halfOfFile();
    const request = { accountId: ALICE, fileName: 'people.csv', content: half.content };
    const refused = expect(trial.service.preview(request)).rejects.toMatchObject({ code: 'shutting_down' });
    await until(() => half.seen.isWaiting);
    await trial.service.close();
    await refused;
    half.finish();
  });

  it('tells those who repeat an upload by its key that it is the same file', async () => {
    const trial = await trialService({ intakeThreads: 1 });
    const request = { accountId: ALICE, fileName: 'people.csv', taskId: 'key-1' as never };
    const text = Buffer.from('phone\n+14155550100\n');
    const task = await trial.service.submit({ ...request, content: text });
    expect(await trial.service.submit({ ...request, content: text })).toMatchObject({ taskId: task.taskId });
    const other = trial.service.submit({ ...request, content: Buffer.from('phone\n') });
    await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await trial.service.close();
  });
});
