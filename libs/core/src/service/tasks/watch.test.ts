import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { settle, until } from '../../async/turns.fixture.js';
import { heldChecker } from '../../checking/held-checker.fixture.js';
import { DialproofError } from '../../model/errors.js';
import { taskId as asTaskId } from '../../model/identifiers.js';
import type { Task } from '../../model/task.js';
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
      ['done', 4],
    ]);
  });

  it('yields the rows as they are processed', async () => {
    const { service, submitCsv } = await trialService({ chunkSize: 1 });
    const { taskId } = await submitCsv(FILE);
    const seen: number[] = [];
    for await (const { processed } of service.watch({ accountId: ALICE, taskId })) {
      seen.push(processed);
      await service.work();
    }
    expect(seen).toEqual([0, 1, 2, 3, 4]);
  });

  it('yields a begun task before any of its rows is processed', async () => {
    const { calls, checker } = heldChecker();
    const { service, submitCsv } = await trialService({ checker });
    const { taskId } = await submitCsv(FILE);
    const watching = service.watch({ accountId: ALICE, taskId })[Symbol.asyncIterator]();
    expect((await watching.next()).value).toMatchObject({ status: 'queued' });
    const next = watching.next();
    const work = service.work();
    expect((await next).value).toMatchObject({ status: 'processing', processed: 0 });
    await until(() => calls.length === 3);
    for (const call of calls) call.answer('dead');
    await work;
  });

  it('yields when a task begins to wait, when the next try is postponed, and when it continues, and nothing in between', async () => {
    const { service, store, submitCsv, clock } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const began = clock.now();
    const watching = service.watch({ accountId: ALICE, taskId })[Symbol.asyncIterator]();
    const seen: Task['waiting'][] = [];
    const reading = (async () => {
      for await (const { waiting } of { [Symbol.asyncIterator]: () => watching }) seen.push(waiting);
    })();
    const later = async () => {
      await settle();
      clock.advance(1_000);
      await settle();
    };
    const report = (retryAfterMs: number) =>
      store.reportOutage({
        reason: 'checker_unavailable',
        isInferred: false,
        retryAfterMs,
        failAfterMs: 60_000,
      });
    await later();
    await report(10_000);
    await later();
    await later();
    await report(30_000);
    await later();
    await store.endOutage();
    await later();
    await report(27_000);
    await later();
    const [first, second] = [began + 1_000, began + 5_000];
    expect(seen).toEqual([
      null,
      { reason: 'checker_unavailable', since: first, nextTryAt: first + 10_000 },
      { reason: 'checker_unavailable', since: first, nextTryAt: first + 32_000 },
      null,
      { reason: 'checker_unavailable', since: second, nextTryAt: second + 27_000 },
    ]);
    await watching.return?.();
    await reading;
  });

  it('yields an outage that follows another at once, although the next try is the same', async () => {
    const { service, store, submitCsv, clock } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const report = (retryAfterMs: number) =>
      store.reportOutage({
        reason: 'checker_unavailable',
        isInferred: false,
        retryAfterMs,
        failAfterMs: 60_000,
      });
    await report(10_000);
    const watching = service.watch({ accountId: ALICE, taskId })[Symbol.asyncIterator]();
    const { waiting } = (await watching.next()).value ?? {};
    const next = watching.next();
    await settle();
    clock.advance(500);
    await store.endOutage();
    await report(9_500);
    clock.advance(500);
    expect((await next).value?.waiting).toEqual({ ...waiting, since: (waiting?.since ?? 0) + 500 });
    await watching.return?.();
  });

  it('yields changes by another process', async () => {
    const here = await trialService();
    const { taskId } = await here.submitCsv(FILE);
    const { clock, ledger, store } = here;
    const there = await trialService({ clock, ledger, store });
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

  it('ends without an item when its signal was aborted before', async () => {
    const { service, submitCsv } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const watching = service.watch({ accountId: ALICE, taskId, signal: AbortSignal.abort() });
    expect(await watching[Symbol.asyncIterator]().next()).toEqual({ done: true, value: undefined });
  });

  it('ends at once when it is left while it waits, and leaves no timer', async () => {
    const { service, submitCsv, clock } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const watching = service.watch({ accountId: ALICE, taskId })[Symbol.asyncIterator]();
    await watching.next();
    const next = watching.next();
    while (clock.pending === 0) await Promise.resolve();
    const left = watching.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(await left).toEqual({ done: true, value: undefined });
    expect(clock.pending).toBe(0);
  });

  it('does no more work when it is left between two items', async () => {
    const stop = new AbortController();
    const { service, submitCsv, clock } = await trialService();
    const { taskId } = await submitCsv(FILE);
    for await (const _task of service.watch({ accountId: ALICE, taskId, signal: stop.signal })) break;
    expect(clock.pending).toBe(0);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  it('yields changes between two items as one, and never omits the end', async () => {
    const { service, submitCsv, workAll } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const watching = service.watch({ accountId: ALICE, taskId })[Symbol.asyncIterator]();
    await watching.next();
    await workAll();
    expect((await watching.next()).value).toMatchObject({ status: 'done', processed: 4 });
    expect(await watching.next()).toEqual({ done: true, value: undefined });
  });

  it('may run a hundred times at once without a warning of Node', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => void warnings.push(warning);
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const { service, submitCsv } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const watchings = Array.from({ length: 100 }, () =>
      service.watch({ accountId: ALICE, taskId })[Symbol.asyncIterator](),
    );
    await Promise.all(watchings.map((watching) => watching.next()));
    await new Promise(setImmediate);
    expect(warnings).toEqual([]);
    await service.close();
  });

  it('ends when the service is closed', async () => {
    const { service, submitCsv, clock } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const watching = service.watch({ accountId: ALICE, taskId })[Symbol.asyncIterator]();
    await watching.next();
    const next = watching.next();
    while (clock.pending === 0) await Promise.resolve();
    await service.close();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(clock.pending).toBe(0);
  });

  it('yields the present task and ends when the service was closed before', async () => {
    const { service, submitCsv, clock } = await trialService();
    const { taskId } = await submitCsv(FILE);
    await service.close();
    const seen: Task[] = [];
    for await (const task of service.watch({ accountId: ALICE, taskId })) seen.push(task);
    expect(seen.map(({ status }) => status)).toEqual(['queued']);
    expect(clock.pending).toBe(0);
  });

  it('fails with the error of the store, and leaves no timer', async () => {
    const { service, store, submitCsv, clock } = await trialService();
    const { taskId } = await submitCsv(FILE);
    const watching = service.watch({ accountId: ALICE, taskId })[Symbol.asyncIterator]();
    await watching.next();
    const next = watching.next();
    while (clock.pending === 0) await Promise.resolve();
    store.find = () => Promise.reject(new DialproofError('storage_unavailable'));
    clock.advance(1_000);
    await expect(next).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(clock.pending).toBe(0);
  });

  it("does not find another account's task", async () => {
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
