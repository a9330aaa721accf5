import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import { taskId } from '../../model/identifiers.js';
import { ALICE, BOB, type TrialOptions, trialService } from '../trial-service.fixture.js';

const HOUR_MS = 3_600_000;
const FILE = 'phone\n+14155552600\n';

async function bounded(options: TrialOptions) {
  const clock = new ManualClock();
  const store = new MemoryTaskStore({ clock });
  return {
    ...(await trialService({ clock, store, boundedTasks: store, archive: store, ...options })),
    clock,
    store,
  };
}

/** A file that counts how much of it was read. */
function watchedFile() {
  const read = { pieces: 0 };
  async function* content() {
    read.pieces += 1;
    yield Buffer.from(FILE);
  }
  return { read, content: content() };
}

describe('an account', () => {
  it('is refused before its file is read if it has too many unfinished tasks', async () => {
    const { ledger, service, submitCsv } = await bounded({ maxUnfinishedTasksPerAccount: 2 });
    await ledger.grant(BOB, 10);
    await submitCsv(FILE);
    await submitCsv(FILE);
    const { content, read } = watchedFile();
    const refused = service.submit({ accountId: ALICE, fileName: 'a.csv', content });
    await expect(refused).rejects.toMatchObject({
      code: 'too_many_requests',
      hint: 'the account has 2 unfinished tasks, and 2 are allowed; wait until one has ended',
      retryAfterMs: 30_000,
    });
    expect(read.pieces).toBe(0);
    await submitCsv(FILE, { accountId: BOB });
  });

  it('queues a file again once a task has ended', async () => {
    const { submitCsv, workAll } = await bounded({ maxUnfinishedTasksPerAccount: 1 });
    await submitCsv(FILE);
    await workAll();
    await expect(submitCsv(FILE)).resolves.toMatchObject({ status: 'queued' });
  });

  it('queues only allowed tasks when files are submitted at once, and holds no credits for the others', async () => {
    const { ledger, submitCsv } = await bounded({ maxUnfinishedTasksPerAccount: 1 });
    const submitted = await Promise.allSettled([submitCsv(FILE), submitCsv(FILE), submitCsv(FILE)]);
    expect(submitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 1 });
  });

  it('stores no more bytes than allowed, and has room again when a task was removed', async () => {
    const { ledger, service, store, submitCsv, workAll } = await bounded({ maxStoredBytesPerAccount: 1_500 });
    const stored = await submitCsv(FILE);
    await workAll();
    const before = await store.usage(ALICE);
    await expect(submitCsv(FILE)).rejects.toMatchObject({ code: 'stored_bytes_exceeded' });
    expect(await store.usage(ALICE)).toEqual(before);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    await service.remove({ accountId: ALICE, taskId: stored.taskId });
    await expect(submitCsv(FILE)).resolves.toMatchObject({ status: 'queued' });
  });

  it('queues no more tasks on a day than allowed, deleted ones included, and gets the time until the next day', async () => {
    const { clock, ledger, service, submitCsv, workAll } = await bounded({ maxDailyTasksPerAccount: 1 });
    clock.advance(23 * HOUR_MS);
    const { taskId: stored } = await submitCsv(FILE);
    await workAll();
    await service.remove({ accountId: ALICE, taskId: stored });
    const { content, read } = watchedFile();
    const refused = service.submit({ accountId: ALICE, fileName: 'a.csv', content });
    await expect(refused).rejects.toMatchObject({
      code: 'too_many_requests',
      hint: 'the account has queued 1 task since midnight UTC, and 1 a day is allowed; deleted ones count',
      retryAfterMs: HOUR_MS,
    });
    expect(read.pieces).toBe(0);
    expect(await ledger.balance(ALICE)).toEqual({ available: 999, held: 0 });
    clock.advance(HOUR_MS);
    await expect(submitCsv(FILE)).resolves.toMatchObject({ status: 'queued' });
  });

  it('retries a task on a day whose tasks are used up', async () => {
    const { service, submitCsv, workToEnd } = await bounded({ maxDailyTasksPerAccount: 1 });
    const failed = await workToEnd(await submitCsv('phone\n+14155552609\n'));
    const request = { accountId: ALICE, taskId: failed.taskId };
    await expect(service.retry(request)).resolves.toMatchObject({ status: 'queued' });
  });

  it('retries no task beyond its unfinished ones, and holds no credits for it', async () => {
    const { ledger, service, submitCsv, workToEnd } = await bounded({ maxUnfinishedTasksPerAccount: 1 });
    const failed = await workToEnd(await submitCsv('phone\n+14155552609\n'));
    await submitCsv(FILE);
    const balance = await ledger.balance(ALICE);
    const request = { accountId: ALICE, taskId: failed.taskId };
    await expect(service.retry(request)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await ledger.balance(ALICE)).toEqual(balance);
  });

  it('finds its task when it repeats an upload, also at its bounds', async () => {
    const { submitCsv } = await bounded({ maxUnfinishedTasksPerAccount: 1 });
    const key = { taskId: taskId('of-a-key') };
    const task = await submitCsv(FILE, key);
    await expect(submitCsv(FILE, key)).resolves.toEqual(task);
  });
});
