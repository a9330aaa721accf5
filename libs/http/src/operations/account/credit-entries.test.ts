import { DialproofError, type StatementEntry, type TaskId } from '@dialproof/core';
import { expect, it } from 'vitest';
import { bearer, queuedTask } from '../../../../../tools/tests/fixtures/fake-service.fixture.js';
import { serveContract } from '../../fixtures/serve-contract.fixture.js';

const [A, GONE] = ['a', 'gone'] as [TaskId, TaskId];

const charge = (entryId: string, taskId: TaskId | null): StatementEntry => ({
  ...{ entryId, taskId, at: 0, kind: 'charge', credits: -1 },
});

it('a statement as .csv looks each task up once a page, though a retried one has several charges', async () => {
  const found: TaskId[] = [];
  const served = await serveContract({
    async creditEntries({ cursor }) {
      const entries = [
        charge('1', A),
        charge('2', null),
        charge('3', GONE),
        charge('4', GONE),
        charge('5', A),
      ];
      return cursor === undefined ? { entries, nextCursor: 'next' } : { entries, nextCursor: null };
    },
    async task({ taskId }) {
      found.push(taskId);
      if (taskId === GONE) throw new DialproofError('task_not_found');
      return queuedTask();
    },
  });
  const reply = await fetch(`${served.baseUrl}/v1/credits/entries?format=csv`, { headers: bearer });
  const names = (await reply.text())
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(',')[4]);
  const { name } = queuedTask().file;
  const ofPage = [name, '', '', '', name];
  expect(names).toEqual(['file_name', ...ofPage, ...ofPage]);
  expect(found).toEqual([A, GONE, A, GONE]);
  await served.close();
});
