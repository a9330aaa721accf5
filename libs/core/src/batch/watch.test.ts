import { describe, expect, it } from 'vitest';
import { taskId as asTaskId } from '../identifiers.js';
import type { Task } from '../task.js';
import { ALICE, BOB, trialService } from '../trial-service.fixture.js';

const FILE = 'phone\n+14155550100\n+14155550101\n+14155550102\n+14155550103\n';

describe('watching a task', () => {
  it('yields the task now, after each change, and at its end, and then ends', async () => {
    const { service, submitCsv } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const seen: Task[] = [];
    for await (const task of service.watch({ accountId: ALICE, taskId })) {
      seen.push(task);
      await service.work();
    }
    expect(seen.map(({ status, processed }) => [status, processed])).toEqual([
      ['queued', 0],
      ['processing', 3],
      ['processing', 4],
      ['done', 4],
    ]);
  });

  it('sees what another process does', async () => {
    const here = await trialService();
    const { taskId } = await here.submitCsv(FILE);
    const there = await trialService({ store: here.store, ledger: here.ledger });
    const watching = here.service.watch({ accountId: ALICE, taskId })[Symbol.asyncIterator]();
    expect((await watching.next()).value).toMatchObject({ status: 'queued' });
    const next = watching.next();
    await there.workAll();
    while (here.clock.pending === 0) await Promise.resolve();
    here.clock.advance(1_000);
    expect((await next).value).toMatchObject({ status: 'done' });
    expect(await watching.next()).toEqual({ done: true, value: undefined });
  });

  it('ends when its signal is aborted', async () => {
    const { service, submitCsv, clock } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const stop = new AbortController();
    const watching = service.watch({ accountId: ALICE, taskId, signal: stop.signal })[Symbol.asyncIterator]();
    await watching.next();
    const next = watching.next();
    stop.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(clock.pending).toBe(0);
  });

  it('does not find what the caller may not see', async () => {
    const { service, submitCsv } = await trialService();
    const { taskId } = await submitCsv(FILE);
    for (const request of [
      { accountId: BOB, taskId },
      { accountId: ALICE, taskId: asTaskId('none') },
    ]) {
      const watching = service.watch(request)[Symbol.asyncIterator]();
      await expect(watching.next()).rejects.toMatchObject({ code: 'task_not_found' });
    }
  });
});
