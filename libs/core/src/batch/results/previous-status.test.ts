import { describe, expect, it } from 'vitest';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { Task } from '../../model/task.js';
import { ALICE, type Trial, trialService } from '../../service/trial-service.fixture.js';
import type { ResultsRequest } from './result-request.js';
import { csvOf, done, sheetOf } from './trial-results.fixture.js';

async function contentOf(trial: Trial, { taskId }: Task, asked: Partial<ResultsRequest>): Promise<void> {
  const { content } = await trial.service.results({ accountId: ALICE, taskId, ...asked });
  for await (const _ of content);
}

const HEADER = ['phone', 'note', 'verification_status', 'previous_status'];

async function trialOf() {
  const store = new MemoryTaskStore();
  return await trialService({ store, archive: store, checkAttempts: 1 });
}

describe('the column previous_status', () => {
  it('has the status of the same number in the other result, in .csv and in workbooks', async () => {
    const trial = await trialOf();
    const before = await done(trial, 'phone\n+14155550100\n+14155550102\n+14155550109\n+14155550104\n');
    const cells = ['+1 415 555 0100,=1', 'none,2', '+14155550103,3', '+14155550109,4', '+14155550100,5'];
    const after = await done(trial, `phone,note\n${cells.join('\n')}\n`);
    const rows = [
      ['+1 415 555 0100', '=1', 'wa_registered', 'wa_registered'],
      ['none', '2', 'unknown', ''],
      ['+14155550103', '3', 'inactive', ''],
      ['+14155550109', '4', 'unknown', 'unknown'],
      ['+14155550100', '5', 'wa_registered', 'wa_registered'],
    ];
    const previous = before.taskId;
    expect(await csvOf(trial, after, { previous })).toEqual([HEADER, ...rows]);
    expect(await sheetOf(trial, after, { previous })).toEqual([HEADER, ...rows]);
    const some = await csvOf(trial, after, { previous, statuses: ['inactive'], columns: ['source'] });
    expect(some).toEqual([
      ['phone', 'note', 'verification_source', 'previous_status'],
      ['+14155550103', '3', '', ''],
    ]);
    const neutral = await csvOf(trial, after, { previous, neutralizeFormulas: true });
    expect(neutral[1]).toEqual(["'+1 415 555 0100", "'=1", 'wa_registered', 'wa_registered']);
  });

  it.each(['csv', 'xlsx'] as const)(
    'is not searched further when the caller has gone: %s',
    async (format) => {
      const store = new MemoryTaskStore();
      const numbers = store.numbers.bind(store);
      const trial = await trialService({ store, archive: store, checkAttempts: 1, chunkSize: 3 });
      const file = `phone\n${Array.from({ length: 30 }, (_, n) => `+1415555${1_000 + n}`).join('\n')}\n`;
      const submitted = async () => await trial.workToEnd(await trial.submitCsv(file));
      const [before, after] = [await submitted(), await submitted()];
      const caller = new AbortController();
      let reads = 0;
      store.numbers = async (...request) => {
        reads += 1;
        if (reads === 2) caller.abort(new Error('gone'));
        return await numbers(...request);
      };
      const asked = { format, previous: before.taskId, signal: caller.signal };
      await expect(contentOf(trial, after, asked)).rejects.toThrow('gone');
      expect(reads).toBe(2);
    },
  );

  it.each(['csv', 'xlsx'] as const)(
    'is empty for numbers of a failed task that cannot be read: %s',
    async (format) => {
      const store = new MemoryTaskStore();
      const trial = await trialService({ store, archive: store, chunkSize: 2 });
      const cells = ['+14155550100', '+14155550101', '+14155550102', '+14155550103'];
      const file = `phone\n${cells.join('\n')}\n`;
      const before = await trial.workToEnd(await trial.submitCsv(file));
      const { taskId } = await trial.submitCsv(file);
      const after = await trial.service.cancel({ accountId: ALICE, taskId });
      const numbers = store.numbers.bind(store);
      store.numbers = async (task, chunk) =>
        task === taskId && chunk === 0 ? Buffer.from('no numbers') : await numbers(task, chunk);
      const read = format === 'csv' ? csvOf : sheetOf;
      const rows = await read(trial, after, { partial: true, previous: before.taskId });
      expect(rows.slice(1).map((row) => row.at(-1))).toEqual(['', '', 'dead', 'inactive']);
    },
  );

  it('gives the result another version for each other task, also after a retry of that', async () => {
    const trial = await trialOf();
    const [one, other, after] = [
      await done(trial, 'phone\n+14155550109\n'),
      await done(trial, 'phone\n+14155550109\n'),
      await done(trial, 'phone\n+14155550100\n'),
    ];
    const versionOf = async (previous?: typeof one) =>
      (
        await trial.service.results({
          ...{ accountId: ALICE, taskId: after.taskId },
          ...(previous === undefined ? {} : { previous: previous.taskId }),
        })
      ).version;
    const versions = [await versionOf(), await versionOf(one), await versionOf(other)];
    trial.clock.advance(1_000);
    await trial.service.retry({ accountId: ALICE, taskId: one.taskId });
    await trial.workToEnd(one);
    versions.push(await versionOf(one));
    expect(new Set(versions).size).toBe(4);
  });

  it('is refused for another task that is not there, not done or the same, and without an archive', async () => {
    const trial = await trialOf();
    const after = await done(trial, 'phone\n+14155550100\n');
    const queued = await trial.submitCsv('phone\n+14155550100\n');
    const refused = (previous: string) =>
      expect(trial.service.results({ accountId: ALICE, taskId: after.taskId, previous: previous as never }))
        .rejects;
    await refused('nobody').toMatchObject({ code: 'task_not_found' });
    await refused(queued.taskId).toMatchObject({ code: 'task_not_done' });
    await refused(after.taskId).toMatchObject({ code: 'same_task' });
    const bare = await trialService();
    const [first, second] = [await done(bare), await done(bare)];
    const request = { accountId: ALICE, taskId: second.taskId, previous: first.taskId };
    await expect(bare.service.results(request)).rejects.toMatchObject({ code: 'not_supported' });
  });
});
