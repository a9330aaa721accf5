import assert from 'node:assert/strict';
import { rejectsWithName } from '../runner/expectations.js';
import type { DefineCase } from '../runner/test-runner.js';
import {
  A_WHILE_MS,
  aWhile,
  Gate,
  NOTHING,
  SOME_TASK,
  type TaskQueueSubject,
  until,
  WorkPile,
} from './sample-work.js';

export function wakeCases(it: DefineCase<TaskQueueSubject>): void {
  it('does existing work when it is started, without a wake', async (subject) => {
    const pile = new WorkPile(25);
    await subject.queue.start(() => pile.doNext());
    await until(subject, 'all work is done', () => pile.done === 25);
  });

  it('does later work after a wake', async (subject) => {
    const pile = new WorkPile(0);
    await subject.queue.start(() => pile.doNext());
    await until(subject, 'it has looked for work', () => pile.calls > 0);
    for (let round = 1; round <= 3; round += 1) {
      pile.waiting = 5;
      await subject.queue.wake(SOME_TASK);
      await until(subject, `the work of wake ${round} is done`, () => pile.done === round * 5);
    }
  });

  it('calls again after a wake during a call that found nothing', async (subject) => {
    const gate = new Gate();
    const pile = new WorkPile(0);
    let looking = 0;
    await subject.queue.start(async () => {
      const outcome = await pile.doNext();
      looking += 1;
      // `wake` is called after every call has looked for work, and before one has answered.
      if (outcome.did === 'nothing') await gate.opened;
      return outcome;
    });
    await until(subject, 'a call has looked', () => looking > 0);
    pile.waiting = 1;
    await subject.queue.wake(SOME_TASK);
    gate.open();
    await until(subject, 'the work is done', () => pile.done === 1);
  });

  it('loses no wake among many, some of them while it works', async (subject) => {
    const pile = new WorkPile(0);
    await subject.queue.start(() => pile.doNext());
    await Promise.all(
      Array.from({ length: 30 }, async (_, serial) => {
        for (let turn = 0; turn < serial * 3; turn += 1) await new Promise(setImmediate);
        pile.waiting += 1;
        await subject.queue.wake(SOME_TASK);
      }),
    );
    await until(subject, 'all work is done', () => pile.done === 30);
  });

  it('does several pieces of work at once', async (subject) => {
    const gate = new Gate();
    let started = 0;
    await subject.queue.start(async () => {
      started += 1;
      if (started > 6) return NOTHING;
      // The first pieces are quick, which shows that there is more work. Then two have to run side by side.
      if (started > 3) await gate.opened;
      return { did: 'work', taskId: SOME_TASK };
    });
    await until(subject, 'two calls run side by side', () => started >= 5);
    gate.open();
  });

  it('calls again by itself after retryAfterMs', async (subject) => {
    let calls = 0;
    await subject.queue.start(async () => {
      calls += 1;
      return { did: 'nothing', retryAfterMs: 4 * A_WHILE_MS };
    });
    await until(subject, 'it has looked for work', () => calls > 0);
    await aWhile(subject);
    const early = calls;
    await until(subject, 'it was called after retryAfterMs', () => calls > early);
  });

  it('waits for retryAfterMs and does not call all the time until then', async (subject) => {
    let calls = 0;
    await subject.queue.start(async () => {
      calls += 1;
      return { did: 'nothing', retryAfterMs: 60_000 };
    });
    await until(subject, 'it has looked for work', () => calls > 0);
    await aWhile(subject);
    assert.ok(calls < A_WHILE_MS / 2, `it called ${calls} times within ${A_WHILE_MS} ms`);
  });

  it('rejects a second start', async (subject) => {
    const pile = new WorkPile(0);
    await subject.queue.start(() => pile.doNext());
    await rejectsWithName(
      subject.queue.start(() => pile.doNext()),
      'TypeError',
    );
    pile.waiting = 1;
    await subject.queue.wake(SOME_TASK);
    await until(subject, 'the work of the first start is done', () => pile.done === 1);
  });

  it('does nothing for a wake before the start', async (subject) => {
    const pile = new WorkPile(1);
    await subject.queue.wake(SOME_TASK);
    await aWhile(subject);
    assert.equal(pile.calls, 0);
    await subject.queue.start(() => pile.doNext());
    await until(subject, 'the work is done', () => pile.done === 1);
  });
}

export function failingWorkCases(it: DefineCase<TaskQueueSubject>): void {
  for (const [how, fail] of [
    ['rejects', () => Promise.reject(new Error('this call fails, as it was told to'))],
    [
      'throws',
      () => {
        throw new Error('this call fails, as it was told to');
      },
    ],
  ] as const) {
    it(`continues by itself after a call that ${how}`, async (subject) => {
      let calls = 0;
      const pile = new WorkPile(5);
      await subject.queue.start(() => {
        calls += 1;
        return calls <= 3 ? fail() : pile.doNext();
      });
      await until(subject, 'all work is done', () => pile.done === 5);
    });
  }

  it('continues after a wake when every call so far has failed', async (subject) => {
    let failing = true;
    let calls = 0;
    const pile = new WorkPile(3);
    await subject.queue.start(async () => {
      calls += 1;
      if (failing) throw new Error('this call fails, as it was told to');
      return pile.doNext();
    });
    await until(subject, 'a call has failed', () => calls > 0);
    failing = false;
    await subject.queue.wake(SOME_TASK);
    await until(subject, 'all work is done', () => pile.done === 3);
  });
}
