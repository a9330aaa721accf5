import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';

const cell = fc.string({ unit: fc.constantFrom('"', '\n', ',', ' ', 'a', 'é'), maxLength: 5 });
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 300 });

/** Every cell in quotes, so that no row is a blank line. */
function written(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\n`).join('');
}

describe('rows of uneven width', () => {
  it('come back in order, each filled up to the widest row of the file', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const { submitCsv, workAll, result } = await trialService();
        const task = await submitCsv(`phone\n${written(rows)}`);
        await workAll();
        const read = Papa.parse<string[]>((await result(task)).trimEnd()).data;
        const width = Math.max(...rows.map((row) => row.length));
        expect(read.slice(1)).toEqual(
          rows.map((row) => [...row, ...Array<string>(width - row.length).fill(''), 'unknown']),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('number the columns that no header names, also where the first wide row comes late', async () => {
    const { submitCsv, workAll, result } = await trialService();
    const task = await submitCsv(`${'+14155550100\n'.repeat(200)}+14155550102,a,b\n`);
    await workAll();
    const lines = (await result(task)).split('\n');
    expect(lines[0]).toBe('phone,column_2,column_3,verification_status');
    expect(lines.at(-2)).toBe('+14155550102,a,b,dead');
  });

  it('take no more room than in the file, however wide the header is', async () => {
    const { submitCsv, store, workAll, result } = await trialService();
    const sizes: number[] = [];
    const append = store.appendRows.bind(store);
    store.appendRows = (lease, index, block) => {
      sizes.push(block.length);
      return append(lease, index, block);
    };
    const task = await submitCsv(`phone${',x'.repeat(900)}\n${'none\n'.repeat(500)}`);
    await workAll();
    // The last block is the header.
    const header = sizes.pop();
    expect(header).toBeLessThan(901 * 5);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(500 * 20);
    expect((await result(task)).split('\n')[500]).toBe(`none${','.repeat(901)}unknown`);
  });

  it('are stored five thousand at a time where they are short, and come back in their order', async () => {
    const { ledger, submitCsv, workAll, result } = await trialService({ chunkSize: 1_000 });
    await ledger.grant(ALICE, 12_500);
    const rows = Array.from({ length: 12_500 }, (_, row) =>
      row % 3 === 0 ? `none,${row}` : `+1415555010${row % 4},${row}`,
    );
    const task = await submitCsv(`phone,row\n${rows.join('\n')}\n`);
    expect(task.file.rowBlocks).toBe(3);
    await workAll();
    const statuses = ['wa_registered', 'telegram_registered', 'dead', 'inactive'];
    expect((await result(task)).trimEnd().split('\n').slice(1)).toEqual(
      rows.map((line, row) => `${line},${row % 3 === 0 ? 'unknown' : statuses[row % 4]}`),
    );
  });

  it('are stored from before the hundredth on if they are wide', async () => {
    const { submitCsv, store } = await trialService();
    let isRead = 0;
    let isReadAtBegin = 0;
    const begin = store.begin.bind(store);
    store.begin = (draft) => {
      isReadAtBegin = isRead;
      return begin(draft);
    };
    const wide = Buffer.from(`+14155550100,${'x'.repeat(500_000)}\n`);
    async function* content(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('phone,note\n');
      for (; isRead < 40; isRead += 1) yield wide;
    }
    expect(await submitCsv('', { content: content() })).toMatchObject({ total: 40 });
    // 8 Mi characters of rows, and a few more that are on their way.
    expect(isReadAtBegin).toBeGreaterThanOrEqual(16);
    expect(isReadAtBegin).toBeLessThan(25);
  });

  it('are stored in blocks of bounded size from the first row on, however wide they are', async () => {
    const { submitCsv, store } = await trialService();
    const sizes: number[] = [];
    const append = store.appendRows.bind(store);
    store.appendRows = (lease, index, block) => {
      sizes.push(block.length);
      return append(lease, index, block);
    };
    const wide = `+14155550100${`,${'x'.repeat(10_000)}`.repeat(10)}\n`;
    await submitCsv(`phone\n${wide.repeat(150)}`);
    expect(Math.max(...sizes)).toBeLessThan(1024 * 1024);
  });
});
