import { describe, expect, it } from 'vitest';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { VerificationStatus } from '../../model/statuses.js';
import type { CheckAnswer } from '../../ports/number-checker.js';
import {
  ALICE,
  BOB,
  type Trial,
  type TrialOptions,
  trialService,
} from '../../service/trial-service.fixture.js';
import type { TaskRow } from './task-rows.js';

async function trialOf(options: TrialOptions = {}): Promise<Trial> {
  const store = options.store ?? new MemoryTaskStore();
  return await trialService({ chunkSize: 1_000, store, archive: store, ...options });
}

/** Every row that the pages show, and how many rows each page had. */
async function allRows({ service }: Trial, taskId: TaskRow['phone'] | string, asked: object = {}) {
  const rows: TaskRow[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const request = { accountId: ALICE, taskId: taskId as never, limit: 100, ...asked };
    const page = await service.rows(cursor === undefined ? request : { ...request, cursor });
    rows.push(...page.rows);
    sizes.push(page.rows.length);
    cursor = page.nextCursor;
  }
  return { rows, sizes };
}

const phoneOf = (row: number) => `+1415555${String(1_000 + row).slice(-4)}`;

describe('the rows of a task', () => {
  it('are numbered through all blocks, each with its own cell, number and answer', async () => {
    const count = 5_000;
    const answer = (number: string): CheckAnswer => ({
      status: Number(number.at(-1)) % 2 === 0 ? 'dead' : 'inactive',
      source: `source-${number.at(-1)}`,
      reason: `because of ${number.at(-1)}`,
      checkedAt: new Date('2026-01-02T03:04:05.678Z'),
    });
    const trial = await trialOf({
      checker: { check: async (number) => answer(number) },
    });
    await trial.ledger.grant(ALICE, count);
    // Wide rows, so that there are several blocks.
    const text = `note,phone\n${Array.from({ length: count }, (_, row) => `"${'x'.repeat(300)}, ""${row}""",${phoneOf(row)}\n`).join('')}`;
    const task = await trial.workToEnd(await trial.submitCsv(text));
    expect(task.file.rowBlocks).toBeGreaterThan(1);
    const { rows } = await allRows(trial, task.taskId);
    expect(rows.length).toBe(count);
    rows.forEach((row, index) => {
      const phone = phoneOf(index);
      expect(row).toEqual({
        row: index + 1,
        cell: phone,
        phone,
        status: Number(phone.at(-1)) % 2 === 0 ? 'dead' : 'inactive',
        source: `source-${phone.at(-1)}`,
        reason: `because of ${phone.at(-1)}`,
        reassigned: null,
        checkedAt: Date.parse('2026-01-02T03:04:05Z'),
      });
    });
  });

  it('of a rare status come in pages that may be empty, and none twice', async () => {
    const rare = [7, 23_456, 29_999];
    const numbers = Array.from({ length: 30_000 }, (_, row) => `+447700${900_000 + row}`);
    const isRare = (number: string) => rare.some((row) => number === numbers[row]);
    const trial = await trialOf({
      checker: {
        check: async (number): Promise<VerificationStatus> => (isRare(number) ? 'dead' : 'inactive'),
      },
    });
    await trial.ledger.grant(ALICE, 30_000);
    const text = `phone\n${numbers.join('\n')}\n`;
    const task = await trial.workToEnd(await trial.submitCsv(text));
    const found = rare.map((row) => row + 1);
    const { rows, sizes } = await allRows(trial, task.taskId, { statuses: ['dead'], limit: 1 });
    expect(rows.map(({ row }) => row)).toEqual(found);
    expect(sizes.length).toBeGreaterThan(found.length);
  });

  it('show a long cell cut between characters', async () => {
    const trial = await trialOf();
    const cell = `${'x'.repeat(198)}😀 and more`;
    const task = await trial.workToEnd(await trial.submitCsv(`phone\n+14155550100\n${cell}\n`));
    const { rows } = await allRows(trial, task.taskId);
    expect(rows[1]?.cell).toBe(`${'x'.repeat(198)}…`);
  });

  it('are refused to others, for a deleted task, and behind a cursor that no page gave', async () => {
    const trial = await trialOf();
    const { taskId } = await trial.workToEnd(await trial.submitCsv('phone\n+14155550100\n'));
    const asked = { accountId: ALICE, taskId };
    await expect(trial.service.rows({ ...asked, accountId: BOB })).rejects.toMatchObject({
      code: 'task_not_found',
    });
    await expect(trial.service.rows({ ...asked, cursor: '0.0' })).rejects.toMatchObject({
      code: 'malformed_request',
    });
    expect(await trial.service.rows({ ...asked, cursor: '9.0.9' })).toEqual({ rows: [], nextCursor: null });
    await trial.service.remove(asked);
    await expect(trial.service.rows(asked)).rejects.toMatchObject({ code: 'task_not_found' });
  });

  it('are not found where the task is deleted while they are read', async () => {
    const store = new MemoryTaskStore();
    const numbers = store.numbers.bind(store);
    let isDeleted = false;
    store.numbers = async (...asked) => {
      if (isDeleted) await store.remove(asked[0]);
      return await numbers(...asked);
    };
    const trial = await trialOf({ store });
    const { taskId } = await trial.workToEnd(await trial.submitCsv('phone\n+14155550100\n'));
    isDeleted = true;
    await expect(trial.service.rows({ accountId: ALICE, taskId })).rejects.toMatchObject({
      code: 'task_not_found',
    });
  });

  it('of a failed task are shown also where its numbers cannot be read', async () => {
    const store = new MemoryTaskStore();
    const trial = await trialOf({ store });
    const { taskId } = await trial.submitCsv('phone\n+14155550100\n');
    await trial.service.cancel({ accountId: ALICE, taskId });
    store.numbers = async () => Buffer.from('no numbers');
    const { rows } = await trial.service.rows({ accountId: ALICE, taskId });
    expect(rows).toMatchObject([{ row: 1, cell: '+14155550100', phone: null, status: null }]);
  });
});
