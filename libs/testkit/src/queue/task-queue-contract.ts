import assert from 'node:assert/strict';
import type { TaskQueue } from '@dialproof/core';
import { inGoodTime } from '../runner/expectations.js';
import { casesWith, type DefineCase, type TestRunner } from '../runner/test-runner.js';
import { aWhile, Gate, SOME_TASK, type TaskQueueSubject, until, WorkPile } from './sample-work.js';
import { failingWorkCases, wakeCases } from './wake-cases.js';

function stopCases(it: DefineCase<TaskQueueSubject>): void {
  it('aborts the signal of running calls and waits until they have returned', async (subject) => {
    const gate = new Gate();
    const signals: AbortSignal[] = [];
    let returned = 0;
    await subject.queue.start(async (signal) => {
      signals.push(signal);
      await gate.opened;
      returned += 1;
      return { did: 'work', taskId: SOME_TASK };
    });
    await until(subject, 'a call runs', () => signals.length > 0);
    assert.ok(signals.every((signal) => !signal.aborted));

    let stopped = false;
    const stop = subject.queue.stop().then(() => {
      stopped = true;
    });
    await until(subject, 'every signal is aborted', () => signals.every((signal) => signal.aborted));
    await aWhile(subject);
    assert.equal(stopped, false, 'the stop did not wait for a running call');
    gate.open();
    await stop;
    assert.equal(returned, signals.length);
  });

  it('calls no more once it has stopped, for a wake neither', async (subject) => {
    const pile = new WorkPile(0);
    await subject.queue.start(async () => {
      const outcome = await pile.doNext();
      return outcome.did === 'work' ? outcome : { did: 'nothing', retryAfterMs: 50 };
    });
    await until(subject, 'it has looked for work', () => pile.calls > 0);
    await subject.queue.stop();
    const { calls } = pile;
    pile.waiting = 5;
    await subject.queue.wake(SOME_TASK);
    await aWhile(subject);
    assert.deepEqual([pile.calls, pile.done], [calls, 0]);
  });

  it('leaves work undone that waits when it is stopped', async (subject) => {
    const pile = new WorkPile(1_000_000);
    await subject.queue.start(() => pile.doNext());
    await until(subject, 'work is being done', () => pile.done > 0);
    await subject.queue.stop();
    const { calls } = pile;
    assert.equal(pile.done, calls, 'a call was still running');
    await aWhile(subject);
    assert.equal(pile.calls, calls);
  });

  it('stops when a running call ends with its signal', async (subject) => {
    let running = 0;
    await subject.queue.start(async (signal) => {
      running += 1;
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
      throw new Error('a promise that only rejects has resolved');
    });
    await until(subject, 'a call runs', () => running > 0);
    await inGoodTime('the stop', subject.queue.stop());
  });

  it('starts again after a stop', async (subject) => {
    const first = new WorkPile(2);
    await subject.queue.start(() => first.doNext());
    await until(subject, 'the work of the first start is done', () => first.done === 2);
    await subject.queue.stop();
    const second = new WorkPile(2);
    first.waiting = 1;
    await subject.queue.start(() => second.doNext());
    await until(subject, 'the work of the second start is done', () => second.done === 2);
    await subject.queue.wake(SOME_TASK);
    await aWhile(subject);
    assert.equal(first.done, 2, 'the work function of the first start was called');
    await subject.queue.stop();
  });

  it('stops before the start, twice, and twice at once', async (subject) => {
    await subject.queue.stop();
    const pile = new WorkPile(3);
    await subject.queue.start(() => pile.doNext());
    await until(subject, 'all work is done', () => pile.done === 3);
    await Promise.all([subject.queue.stop(), subject.queue.stop()]);
    await subject.queue.stop();
  });
}

/**
 * Tests every sentence of {@link TaskQueue}. Each case calls `create` for a queue that has not been started, that runs at least two
 * calls at once, and that calls again within two seconds after a rejected call.
 */
export function taskQueueContract(runner: TestRunner, create: () => Promise<TaskQueueSubject>): void {
  runner.describe('task queue contract', () => {
    const it = casesWith(runner, create);
    wakeCases(it);
    failingWorkCases(it);
    stopCases(it);
  });
}
