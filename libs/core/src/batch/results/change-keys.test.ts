import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { Task } from '../../model/task.js';
import { ALICE, type Trial, trialService } from '../../service/trial-service.fixture.js';
import type { ChangesRequest, NumberChange } from './task-changes.js';

const phone = (serial: number) => `+1415555${1_000 + serial}`;

async function trialOf() {
  const clock = new ManualClock();
  const store = new MemoryTaskStore({ clock });
  const trial = await trialService({ chunkSize: 3, clock, store, archive: store });
  const done = async (text: string): Promise<Task> => trial.workToEnd(await trial.submitCsv(text));
  return { ...trial, done, store };
}

/** A change as the text `phone change key`, and the number that it replaced. */
function shown({ change, key, phone: number, previousPhone }: NumberChange): string {
  return `${number} ${change} ${key}${previousPhone === null ? '' : `, was ${previousPhone}`}`;
}

/** The changes between two tasks, as texts. */
async function keyed(
  { service }: Pick<Trial, 'service'>,
  [after, before]: readonly [Task, Task],
  keyColumn: string | number,
  part: Partial<ChangesRequest> = {},
): Promise<readonly string[]> {
  const asked = { accountId: ALICE, taskId: after.taskId, against: before.taskId, keyColumn, ...part };
  const { changes, hasKeys } = await service.changes(asked);
  expect(hasKeys).toBe(true);
  return Array.from(changes, shown);
}

/** Rows of several blocks: eight numbers at once, and one in the last row. */
const ROWS_OF_BLOCKS = Array.from(
  { length: 900 },
  (_, row) => `${phone(row === 899 ? 8 : row % 8)},${row},${'x'.repeat(1_500)}\n`,
).join('');

describe('the keys of changes', () => {
  it('show the row of a number: in the task, or in the task before for a number that went', async () => {
    const trial = await trialOf();
    const before = await trial.done(
      `Customer ID,phone,note\n17,${phone(1)},a\n18,${phone(2)},b\n19,${phone(3)},c\n`,
    );
    const after = await trial.done(`phone,Customer ID\n${phone(4)},17\n${phone(2)},18\n${phone(5)},20\n`);
    const expected = [
      `${phone(4)} replaced 17, was ${phone(1)}`,
      `${phone(5)} came 20`,
      `${phone(3)} went 19`,
    ];
    expect(await keyed(trial, [after, before], 'customer  id')).toEqual(expected);
    const pages: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const asked = {
        accountId: ALICE,
        taskId: after.taskId,
        against: before.taskId,
        keyColumn: 'Customer ID',
      };
      const page = await trial.service.changes({ ...asked, limit: 1, cursor });
      expect(page.counts).toMatchObject({ came: 1, changed: 0, replaced: 1, went: 1, unchanged: 1 });
      pages.push(...Array.from(page.changes, shown));
      cursor = page.nextCursor;
      if (cursor === null) break;
    }
    expect(pages).toEqual(expected);
    for (const [at, kind] of (['replaced', 'came', 'went'] as const).entries()) {
      expect(await keyed(trial, [after, before], 'Customer ID', { kinds: [kind] })).toEqual([expected[at]]);
    }
    // A position names a column of the newer file.
    for (const position of [1, '1']) expect(await keyed(trial, [after, before], position)).toEqual(expected);
  });

  it.each([
    ['of a header that the file before lacks', 1, 'phone,id', 'phone,customer', null],
    ['beyond the file before', 2, 'phone,a,id', 'id,phone', 0],
    ['of the second of two equal headers', 2, 'id,phone,id', 'phone,id,ID,id', 3],
    ['of a column without a header in both', 1, 'phone,', 'phone,,id', 1],
    ['of a column without a header in one', 1, 'phone,', 'phone,id', null],
    ['of a column that only the file before has by name', '1', 'phone', 'phone,id,1', 2],
  ])('of a position %s', async (_, position, newer, older, cell) => {
    const trial = await trialOf();
    const file = async (header: string, number: string, word: string) => {
      const cells = header.split(',').map((name, index) => (name === 'phone' ? number : `${word} ${index}`));
      return await trial.done(`${header}\n${cells.join()}\n`);
    };
    const [before, after] = [await file(older, phone(1), 'was'), await file(newer, phone(2), 'is')];
    const [came, went] = await keyed(trial, [after, before], position);
    expect(came).toBe(`${phone(2)} came ${typeof position === 'number' ? `is ${position}` : null}`);
    expect(went).toBe(`${phone(1)} went ${cell === null ? null : `was ${cell}`}`);
  });

  it('are those of the first row of a number, as the file has them', async () => {
    const trial = await trialOf();
    const before = await trial.done('id,phone\n1,\n');
    const after = await trial.done(
      `id,phone\n"a, ""b""\nc",${phone(1)}\n2,${phone(1)}\n,${phone(2)}\n4,${phone(2)}\n 5,${phone(3)}\nx\n`,
    );
    expect(await keyed(trial, [after, before], 'id')).toEqual([
      `${phone(1)} came a, "b"\nc`,
      `${phone(2)} came null`,
      `${phone(3)} came  5`,
    ]);
  });

  it('are cut where they are long', async () => {
    const trial = await trialOf();
    const before = await trial.done('id,phone\n1,\n');
    const after = await trial.done(
      `phone,id\n${phone(1)},${'x'.repeat(200)}\n${phone(2)},${'y'.repeat(201)}\n`,
    );
    expect(await keyed(trial, [after, before], 'id')).toEqual([
      `${phone(1)} came ${'x'.repeat(200)}`,
      `${phone(2)} came ${'y'.repeat(199)}…`,
    ]);
  });

  it('are null where a file has no such column, or a row is too short for it', async () => {
    const trial = await trialOf();
    const without = await trial.done(`phone\n${phone(1)}\n`);
    const having = await trial.done(`phone,id\n${phone(2)},7\n${phone(3)}\n`);
    const expected = [`${phone(2)} came 7`, `${phone(3)} came null`, `${phone(1)} went null`];
    expect(await keyed(trial, [having, without], 'id')).toEqual(expected);
    expect(await keyed(trial, [without, having], 'id')).toEqual([
      `${phone(1)} came null`,
      `${phone(2)} went 7`,
      `${phone(3)} went null`,
    ]);
  });

  it('are refused where neither file has the column, with the headers of the newer one', async () => {
    const trial = await trialOf();
    const [before, after] = [
      await trial.done(`phone,a\n${phone(1)},1\n`),
      await trial.done(`phone,b\n${phone(2)},1\n`),
    ];
    for (const keyColumn of ['id', '', 'none', '2', 2, -1, 0.5]) {
      await expect(keyed(trial, [after, before], keyColumn)).rejects.toMatchObject({
        code: 'column_not_found',
        hint: expect.stringMatching(/"phone", "b"$/),
      });
    }
  });

  it('are gone with an erased number, and with each cell that has it', async () => {
    const trial = await trialOf();
    const before = await trial.done(`phone,id\n${phone(1)},17\n${phone(2)},of ${phone(1)}\n${phone(3)},19\n`);
    const after = await trial.done(`phone,id\n${phone(4)},17\n`);
    await trial.service.eraseNumber({ accountId: ALICE, phone: phone(1) });
    expect(await keyed(trial, [after, before], 'id')).toEqual([
      `${phone(4)} came 17`,
      `${phone(2)} went null`,
      `${phone(3)} went 19`,
    ]);
  });

  it('are searched until all are found, or the caller has gone', async () => {
    const trial = await trialOf();
    const { store } = trial;
    const before = await trial.done('phone,id\nnone,1\n');
    const after = await trial.done(`phone,id,note\n${ROWS_OF_BLOCKS}`);
    const blocks = after.file.rowBlocks;
    expect(blocks).toBeGreaterThan(2);
    const read: number[] = [];
    const caller = new AbortController();
    let goesAt = -1;
    const rowBlock = store.rowBlock.bind(store);
    store.rowBlock = async (taskId, index) => {
      if (taskId === after.taskId) read.push(index);
      if (taskId === after.taskId && index === goesAt) caller.abort(new Error('gone'));
      return await rowBlock(taskId, index);
    };
    const first = await keyed(trial, [after, before], 'id', { limit: 2 });
    expect([first, read.splice(0)]).toEqual([
      [`${phone(0)} came 0`, `${phone(1)} came 1`],
      [blocks, 0],
    ]);
    const all = await keyed(trial, [after, before], 'id');
    expect([all.length, read.splice(0)]).toEqual([
      9,
      [blocks, ...Array.from({ length: blocks }, (_, index) => index)],
    ]);
    goesAt = 1;
    await expect(keyed(trial, [after, before], 'id', { signal: caller.signal })).rejects.toThrow('gone');
    expect(read).toEqual([blocks, 0, 1]);
  });

  it('are missing unless a column is named', async () => {
    const trial = await trialOf();
    const [before, after] = [
      await trial.done(`phone\n${phone(1)}\n`),
      await trial.done(`phone\n${phone(2)}\n`),
    ];
    const asked = { accountId: ALICE, taskId: after.taskId, against: before.taskId };
    const { changes, hasKeys, neutralizeFormulas } = await trial.service.changes(asked);
    expect(neutralizeFormulas).toBe(false);
    expect([hasKeys, Array.from(changes, (change) => 'key' in change)]).toEqual([false, [false, false]]);
  });
});
