import type { DefineCase } from '../runner/test-runner.js';
import { NOTHING, SOME_TASK, until, WorkPile } from './sample-work.js';
import type { TaskQueueSubject } from './task-queue-subject.js';

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

  it('does the other work while one call keeps failing', async (subject) => {
    const pile = new WorkPile(20);
    let calls = 0;
    await subject.queue.start(async () => {
      calls += 1;
      if (calls % 3 === 0) throw new Error('this call fails, as it was told to');
      return pile.waiting > 0 ? pile.doNext() : NOTHING;
    });
    await until(subject, 'all work is done', () => pile.done === 20);
  });
}
