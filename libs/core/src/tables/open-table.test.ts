import { tmpdir } from 'node:os';
import ExcelJS from 'exceljs';
import { describe, expect, it } from 'vitest';
import { openTable } from './open-table.js';
import type { Row } from './row.js';
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
  for await (const block of table.blocks) rows.push(...block.rows);
  return rows;
}

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
