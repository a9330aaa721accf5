import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';
import { bytesOf, done } from './trial-results.fixture.js';

describe('a result that is left', () => {
  it.each(['csv', 'xlsx'] as const)(
    'is read no further, and not at all before it is read: %s',
    async (format) => {
      const trial = await trialService();
      // Incompressible text, so that a workbook is sent as it is rendered.
      const noise = () => randomBytes(200).toString('base64');
      const { taskId } = await done(
        trial,
        `phone\n${Array.from({ length: 20_000 }, () => `${noise()}\n`).join('')}`,
      );
      const { store } = trial;
      let blocks = 0;
      const rowBlock = store.rowBlock.bind(store);
      store.rowBlock = (...asked) => {
        blocks += 1;
        return rowBlock(...asked);
      };
      const { content, task } = await trial.service.results({ accountId: ALICE, taskId, format });
      // Only the header was read, which is stored with the rows.
      expect(blocks).toBe(1);
      let bytes = 0;
      for await (const piece of content) {
        bytes += piece.length;
        if (bytes > 200_000) break;
      }
      const read = blocks;
      expect(read).toBeLessThan(task.file.rowBlocks);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      expect(blocks).toBe(read);
    },
  );
});

describe('a result of which the store has lost a block', () => {
  it('rejects with the index of the block', async () => {
    const trial = await trialService();
    const task = await done(trial);
    const { rowBlock } = trial.store;
    trial.store.rowBlock = async (taskId, index) =>
      index === 0 ? undefined : rowBlock.call(trial.store, taskId, index);
    await expect(bytesOf(trial, task, {})).rejects.toThrow(
      new RangeError('block 0 of a task is missing in the task store'),
    );
  });
});

describe('a result whose task is deleted while it is read', () => {
  it('rejects with task_not_found', async () => {
    const trial = await trialService();
    const task = await done(trial);
    const { rowBlock } = trial.store;
    trial.store.rowBlock = async (taskId, index) => {
      if (index > 0) return rowBlock.call(trial.store, taskId, index);
      trial.store.find = async () => undefined;
      return undefined;
    };
    await expect(bytesOf(trial, task, {})).rejects.toMatchObject({ code: 'task_not_found' });
  });
});
