import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DialproofError } from '../../model/errors.js';
import { VERIFICATION_STATUSES } from '../../model/statuses.js';
import { ALICE, digitChecker, type TrialOptions, trialService } from '../../service/trial-service.fixture.js';

const FILE = `phone,name\n${Array.from({ length: 10 }, (_, n) => `+141555501${n}${n % 5},Row ${n}\n`).join('')}none,Row 10\n`;

/** A task of ten numbers that was cancelled after this many chunks of three had been checked. */
async function cancelledAfter(chunks: number, options: TrialOptions = {}) {
  const trial = await trialService(options);
  const { taskId } = await trial.submitCsv(FILE);
  for (let chunk = 0; chunk < chunks; chunk += 1) await trial.service.work();
  return { trial, task: await trial.service.cancel({ accountId: ALICE, taskId }) };
}

describe('the partial result of a task that failed', () => {
  it.each([0, 1, 2, 3])(
    'has what was verified, and unknown in all other rows: after %i chunks',
    async (chunks) => {
      const { trial, task } = await cancelledAfter(chunks);
      const rows = (await trial.result(task, { partial: true })).trimEnd().split('\n');
      expect(rows[0]).toBe('phone,name,verification_status');
      const statuses = rows.slice(1).map((row) => row.split(',')[2]);
      expect(statuses).toEqual(
        Array.from({ length: 11 }, (_, n) =>
          n < chunks * 3 && n < 10 ? VERIFICATION_STATUSES[n % 5] : 'unknown',
        ),
      );
      expect(task.credits.charged).toBe(chunks * 3);
    },
  );

  it('is refused unless it is asked for, with a hint of how much there is', async () => {
    const { trial, task } = await cancelledAfter(1);
    for (const asked of [{}, { partial: false }]) {
      await expect(trial.result(task, asked)).rejects.toMatchObject({
        code: 'task_not_done',
        hint: 'the task failed (cancelled); its partial result has 4 of 11 rows',
      });
    }
  });

  it('is refused while the task goes on, also when it is asked for', async () => {
    const trial = await trialService();
    const task = await trial.submitCsv(FILE);
    await expect(trial.result(task, { partial: true })).rejects.toMatchObject({ code: 'task_not_done' });
    await trial.service.work();
    await expect(trial.result(task, { partial: true })).rejects.toMatchObject({
      code: 'task_not_done',
      hint: 'the task is processing, 4 of 11 rows are processed',
    });
  });

  it('is the whole result where the task is done', async () => {
    const trial = await trialService();
    const task = await trial.workToEnd(await trial.submitCsv(FILE));
    expect(await trial.result(task, { partial: true })).toBe(await trial.result(task));
  });

  it('has rows that were never checked among those with unknown, in either format', async () => {
    const { trial, task } = await cancelledAfter(1);
    const asked = { partial: true, statuses: ['unknown'] } as const;
    expect((await trial.result(task, asked)).trimEnd().split('\n')).toHaveLength(1 + 8);
    const workbook = await trial.service.results({
      accountId: ALICE,
      taskId: task.taskId,
      ...asked,
      format: 'xlsx',
    });
    let bytes = 0;
    for await (const piece of workbook.content) bytes += piece.length;
    expect(bytes).toBeGreaterThan(0);
  });

  it('has another version once a retry has continued', async () => {
    const { trial, task } = await cancelledAfter(1);
    const request = { accountId: ALICE, taskId: task.taskId, partial: true };
    const { version } = await trial.service.results(request);
    expect((await trial.service.results(request)).version).toBe(version);
    await trial.service.retry(request);
    trial.clock.advance(1);
    await trial.service.work();
    await trial.service.cancel(request);
    expect((await trial.service.results(request)).version).not.toBe(version);
  });

  it('agrees with the summary, whatever was answered before it failed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        async (answers, chunkSize) => {
          let left = answers;
          const trial = await trialService({
            chunkSize,
            checkConcurrency: 1,
            outageTimeoutMs: 1_000,
            checker: {
              check(number, context) {
                left -= 1;
                if (left < 0) return Promise.reject(new DialproofError('checker_unavailable'));
                return digitChecker.check(number, context);
              },
            },
          });
          const task = await trial.workToEnd(await trial.submitCsv(FILE));
          expect(task.credits.charged).toBe(Math.min(answers, 10));
          const rows = (await trial.result(task, { partial: true })).trimEnd().split('\n').slice(1);
          for (const status of VERIFICATION_STATUSES) {
            const unprocessed = status === 'unknown' ? task.total - task.processed : 0;
            expect(rows.filter((row) => row.endsWith(`,${status}`))).toHaveLength(
              task.summary[status] + unprocessed,
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is refused if `partial` is not a boolean', async () => {
    const { trial, task } = await cancelledAfter(1);
    // Only a caller without types can request this.
    const asked = { partial: 'true' as unknown as boolean };
    await expect(trial.result(task, asked)).rejects.toThrow(TypeError);
  });
});
