import { describe, expect, it } from 'vitest';
import { settle } from '../../async/turns.fixture.js';
import { InProcessTaskQueue } from '../../memory/in-process-task-queue.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { hasEnded, type Task } from '../../model/task.js';
import type { BulkNumberChecker } from '../../ports/number-checker.js';
import { ALICE } from '../../service/trial-service.fixture.js';
import { fileOf, trialOf } from './flaky-upstream.fixture.js';

const NUMBERS = 10_000;

interface SlowUpstream {
  readonly msPerNumber?: number;
  readonly msPerCall?: number;
  /** Whether a call ends when its signal is aborted. The upstream has its numbers all the same. */
  readonly endsAtAbort: boolean;
}

/** Verifies a file by an upstream that takes this long for each number of a call, and counts the numbers that it gets. */
async function verifiedBy({ endsAtAbort, msPerCall = 0, msPerNumber = 0 }: SlowUpstream) {
  const clock = new ManualClock();
  const sizes: number[] = [];
  const checker: BulkNumberChecker = {
    maxNumbers: 1_000,
    checkMany: (numbers, { signal }) =>
      new Promise((answer, fail) => {
        sizes.push(numbers.length);
        clock.schedule(msPerCall + numbers.length * msPerNumber, () =>
          answer(numbers.map(() => 'inactive' as const)),
        );
        if (endsAtAbort) signal.addEventListener('abort', () => fail(signal.reason));
      }),
  };
  const queue = new InProcessTaskQueue({ clock });
  const { service } = await trialOf({ checker, clock, queue, chunkSize: 1_000 });
  await service.start();
  const content = (async function* () {
    yield Buffer.from(fileOf(NUMBERS));
  })();
  const { taskId } = await service.submit({ accountId: ALICE, fileName: 'a.csv', content });
  let task: Task;
  do {
    clock.advance(500);
    await settle();
    task = await service.task({ accountId: ALICE, taskId });
  } while (!hasEnded(task.status) && clock.elapsed() < 3_600_000);
  await service.close();
  return { task, sizes, asked: sizes.reduce((sum, size) => sum + size, 0) };
}

describe('a bulk upstream that takes long for a call', () => {
  it.each([true, false])(
    'gets a deadline by the count of numbers, and each number once (ends at abort: %s)',
    async (endsAtAbort) => {
      const { asked, task } = await verifiedBy({ msPerNumber: 30, endsAtAbort });
      expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: NUMBERS } });
      expect(asked).toBe(NUMBERS);
    },
  );

  it.each([true, false])(
    'may take twice its deadline, and gets each number once (ends at abort: %s)',
    async (endsAtAbort) => {
      const { asked, task } = await verifiedBy({ msPerNumber: 100, endsAtAbort });
      expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: NUMBERS } });
      expect(asked).toBe(NUMBERS);
    },
  );

  it('gets full calls, and each number once, if a call takes as long whatever its size', async () => {
    const { asked, sizes, task } = await verifiedBy({ msPerCall: 90_000, endsAtAbort: true });
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: NUMBERS } });
    expect(asked).toBe(NUMBERS);
    expect(sizes).toEqual(Array(10).fill(1_000));
  });

  it.each([true, false])(
    'gets each number about three times if full calls take longer than twice their deadline (ends at abort: %s)',
    async (endsAtAbort) => {
      const { asked, task } = await verifiedBy({ msPerNumber: 130, endsAtAbort });
      expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: NUMBERS } });
      expect(asked).toBeLessThan(3.5 * NUMBERS);
    },
  );
});
