import { isDialproofError, type Task, taskId } from '@dialproof/core';
import { firstValueFrom, lastValueFrom, take, toArray } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { ACME, createHost, memoryOptions } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';
import { taskProgress } from './task-progress.js';
import { VerificationService } from './tokens.js';

/** The progress of a task that is watched by `watch`. */
const progressOf = (watch: VerificationService['watch']) => taskProgress({ watch }, request);

const request = { accountId: ACME, taskId: taskId('task-1') };
// Only its number of rows is used.
const taskWith = (processed: number) => ({ processed }) as Task;

describe('taskProgress', () => {
  it('emits from the present task to its end, and completes', async () => {
    const app = await createHost({ imports: [VerificationModule.forRoot(memoryOptions())] });
    await app.init();
    const verification = app.get(VerificationService);
    const content = (async function* () {
      yield Buffer.from('phone\n+14155552671\n+14155552672\n');
    })();
    const task = await verification.submit({ accountId: ACME, fileName: 'people.csv', content });
    const last = await lastValueFrom(taskProgress(verification, { accountId: ACME, taskId: task.taskId }));
    expect(last).toMatchObject({ status: 'done', processed: 2, total: 2 });
  });

  it('passes an error on', async () => {
    const app = await createHost({ imports: [VerificationModule.forRoot(memoryOptions())] });
    const progress = taskProgress(app.get(VerificationService), request);
    const error = await firstValueFrom(progress).catch((thrown: unknown) => thrown);
    expect(isDialproofError(error, 'task_not_found')).toBe(true);
  });

  it('starts a watch for each subscriber, and not before there is one', async () => {
    let watched = 0;
    const progress = progressOf(async function* () {
      watched += 1;
      yield taskWith(watched);
    });
    expect(watched).toBe(0);
    expect(await lastValueFrom(progress)).toEqual({ processed: 1 });
    expect(await lastValueFrom(progress)).toEqual({ processed: 2 });
  });

  it('ends the watch with the last subscription, between two changes', async () => {
    const waiting = deferred();
    const ended = deferred();
    const progress = progressOf(async function* ({ signal }) {
      yield taskWith(1);
      const aborted = new Promise((resolve) => signal?.addEventListener('abort', resolve));
      waiting.resolve();
      await aborted;
      ended.resolve();
    });
    const subscription = progress.subscribe();
    await waiting.promise;
    subscription.unsubscribe();
    await ended.promise;
  });

  it('ends the watching when a change was enough', async () => {
    const ended = deferred();
    const progress = progressOf(async function* () {
      try {
        for (let processed = 1; ; processed += 1) yield taskWith(processed);
      } finally {
        ended.resolve();
      }
    });
    expect(await lastValueFrom(progress.pipe(take(2), toArray()))).toEqual([
      { processed: 1 },
      { processed: 2 },
    ]);
    await ended.promise;
  });
});

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
