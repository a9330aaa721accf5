import { tmpdir } from 'node:os';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { until } from '../async/turns.fixture.js';
import { openTable } from './open-table.js';
import type { Row } from './table-block.js';
import { DEFAULT_TABLE_LIMITS } from './table-limits.js';

async function* contentOf(bytes: Uint8Array) {
  yield bytes;
}

async function rowsOf(fileName: string, bytes: Uint8Array): Promise<Row[]> {
  const table = await openTable(
    { fileName, content: contentOf(bytes) },
    { limits: DEFAULT_TABLE_LIMITS, tempDirectory: tmpdir() },
  );
  const rows: Row[] = [];
  for await (const block of table.blocks) rows.push(...block.rows());
  return rows;
}

/** Content that never comes, with counters of its reads and closes. */
class StalledContent {
  closed = 0;
  reads = 0;

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: () => {
        this.reads += 1;
        return new Promise(() => {});
      },
      return: async () => {
        this.closed += 1;
        return { done: true, value: undefined };
      },
    };
  }
}

describe.each(['list.csv', 'list.xlsx'])('a table of %s that is closed', (fileName) => {
  const options = { limits: DEFAULT_TABLE_LIMITS, tempDirectory: tmpdir() };

  it('closes its content although nothing was read', async () => {
    const content = new StalledContent();
    const table = await openTable({ fileName, content }, options);
    await table.close();
    await table.close();
    expect(content.closed).toBe(1);
    const rows: Row[] = [];
    for await (const block of table.blocks) rows.push(...block.rows());
    expect(rows).toEqual([]);
  });

  it('ends a read that is pending', async () => {
    const content = new StalledContent();
    const table = await openTable({ fileName, content }, options);
    const read = (async () => {
      for await (const block of table.blocks) expect.unreachable(JSON.stringify(block));
    })();
    const rejected = expect(read).rejects.toMatchObject({ code: 'upload_interrupted' });
    await until(() => content.reads > 0);
    await table.close();
    await rejected;
    expect(content.closed).toBe(1);
  });
});

describe('openTable', () => {
  it('reads a .csv file', async () => {
    const rows = await rowsOf('List.CSV', Buffer.from('name;phone\nJané;+14155552671\n'));
    expect(rows).toEqual([
      ['name', 'phone'],
      ['Jané', '+14155552671'],
    ]);
  });

  it('reads the first sheet of an .xlsx file', async () => {
    const workbook = new ExcelJS.Workbook();
    const sheet = workbook.addWorksheet('People');
    sheet.addRows([
      ['name', 'phone'],
      ['Jané', 41791234567],
    ]);
    const rows = await rowsOf('list.xlsx', new Uint8Array(await workbook.xlsx.writeBuffer()));
    expect(rows).toEqual([
      ['name', 'phone'],
      ['Jané', '41791234567'],
    ]);
  });
});
