import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BullMqTaskQueue } from '@dialproof/bullmq';
import { accountId, createVerificationService, newTaskId } from '@dialproof/core';
import { SqlCreditLedger, SqlTaskStore } from '@dialproof/sql';
import { openSqliteDatabase } from '@dialproof/sql/sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeOnRedis, prefixOfTest, REDIS_URL } from '../../../services/redis.fixture.js';
import type { WorkerNews, WorkerSetting } from './worker-process.js';

// Built, also when the test runs from its sources.
const PROGRAM = fileURLToPath(new URL('../../dist/tickets/worker-process.js', import.meta.url));
const NEVER_MS = 3_600_000;
const ADA = accountId('ada');
const PATIENCE = { timeout: 60_000, interval: 50 };

function startWorker(setting: Omit<WorkerSetting, 'redis'>) {
  const news: WorkerNews[] = [];
  const child = fork(PROGRAM, [JSON.stringify({ ...setting, redis: REDIS_URL })]);
  child.on('message', (message: WorkerNews) => void news.push(message));
  onTestFinished(() => kill(child));
  return { child, news, looks: () => news.filter(({ did }) => did === 'look').length };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

function wakingQueue(prefix: string): BullMqTaskQueue {
  return new BullMqTaskQueue({ connection: REDIS_URL, prefix, concurrency: 0, maxTickets: 1 });
}

describeOnRedis('workers that are killed or held still', () => {
  it('leave a ticket that comes back within seconds, however often', { timeout: 120_000 }, async () => {
    const prefix = prefixOfTest();
    const waking = wakingQueue(prefix);
    await waking.start(async () => ({ did: 'nothing', retryAfterMs: null }));
    onTestFinished(() => waking.stop());
    const hang = { prefix, sweepMs: NEVER_MS, work: 'hang' as const };
    let worker = startWorker(hang);
    await vi.waitFor(() => expect(worker.looks()).toBe(1), PATIENCE);
    await vi.waitFor(async () => {
      await waking.wake(newTaskId());
      expect(worker.looks()).toBe(2);
    }, PATIENCE);
    for (let crash = 1; crash <= 4; crash += 1) {
      await kill(worker.child);
      const killedAt = performance.now();
      worker = startWorker(hang);
      // Its first look comes at its start, the second from the ticket.
      await vi.waitFor(() => expect(worker.looks()).toBe(2), PATIENCE);
      console.info(`crash ${crash}: the ticket is back after ${Math.round(performance.now() - killedAt)} ms`);
    }
    // Suspended for longer than the lock, it loses the ticket to another worker.
    worker.child.kill('SIGSTOP');
    const other = startWorker(hang);
    await vi.waitFor(() => expect(other.looks()).toBe(2), PATIENCE);
    worker.child.kill('SIGCONT');
  });

  it('change no result, no credit and no rate', { timeout: 180_000 }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'dialproof-drill-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'test.db');
    const prefix = prefixOfTest();
    const database = await openSqliteDatabase({ file });
    onTestFinished(() => database.close());
    const ledger = new SqlCreditLedger({ database });
    await ledger.grant(ADA, 10_000);
    const service = createVerificationService({
      store: new SqlTaskStore({ database }),
      ledger,
      checker: { check: () => Promise.reject(new Error('this process checks nothing')) },
      queue: wakingQueue(prefix),
      chunkSize: 20,
    });
    await service.start();
    onTestFinished(() => service.close());

    const NUMBERS = 1_000;
    const PER_SECOND = 100;
    const work = { file, checkMs: 50, perSecond: PER_SECOND };
    const workers = [1, 2, 3].map(() => startWorker({ prefix, sweepMs: 1_000, work }));
    const rows = Array.from({ length: NUMBERS }, (_, index) => `+1415555${1_000 + index}`);
    const content = Readable.from([Buffer.from(`phone\n${rows.join('\n')}\n`)]);
    const { taskId } = await service.submit({ accountId: ADA, fileName: 'people.csv', content });
    const checks = () =>
      workers.flatMap(({ news }) => news.flatMap((item) => (item.did === 'check' ? [item] : [])));

    await vi.waitFor(() => expect(checks().length).toBeGreaterThan(200), PATIENCE);
    const [killed, held] = workers;
    if (killed === undefined || held === undefined) throw new Error('there are three workers');
    await kill(killed.child);
    workers.push(startWorker({ prefix, sweepMs: 1_000, work }));
    held.child.kill('SIGSTOP');
    await delay(5_000);
    held.child.kill('SIGCONT');
    await vi.waitFor(
      async () => expect((await service.task({ accountId: ADA, taskId })).status).toBe('done'),
      { timeout: 120_000, interval: 200 },
    );

    const task = await service.task({ accountId: ADA, taskId });
    expect(task.summary).toMatchObject({ inactive: NUMBERS, unknown: 0 });
    expect(task.credits).toEqual({ held: 0, charged: NUMBERS });
    expect(await ledger.balance(ADA)).toEqual({ available: 10_000 - NUMBERS, held: 0 });
    const times = checks().map(({ at }) => at);
    const inSecond = times.map((from) => times.filter((at) => at >= from && at < from + 1_000).length);
    console.info(
      `${times.length} checks for ${NUMBERS} numbers, at most ${Math.max(...inSecond)} within a second`,
    );
    expect(Math.max(...inSecond)).toBeLessThanOrEqual(PER_SECOND);
    // A killed worker and one that lost its leases have had two chunks each.
    expect(times.length).toBeLessThanOrEqual(NUMBERS + 80);
  });
});
