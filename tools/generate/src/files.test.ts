import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import exceljs from 'exceljs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { csvChunks, writeCsv, writeXlsx } from './files.js';
import { generateRows, headerOf } from './generate-rows.js';

const OPTIONS = { rows: 2_000, seed: 11, duplicateShare: 0.1, unreadableShare: 0.1, columns: 7 };
const table = () => [headerOf(OPTIONS), ...[...generateRows(OPTIONS)].map(({ cells }) => cells)];

describe('generated files', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dialproof-generate-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('hold every cell as CSV', async () => {
    const file = join(folder, 'rows.csv');
    await writeCsv(file, OPTIONS);
    expect(readFileSync(file)).toEqual(Buffer.concat([...csvChunks(OPTIONS)]));
    expect(parse(readFileSync(file))).toEqual(table());
  });

  it('hold every cell as a workbook', async () => {
    const stream = new PassThrough();
    const [bytes] = await Promise.all([buffer(stream), writeXlsx(stream, OPTIONS)]);
    const workbook = new exceljs.Workbook();
    await workbook.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    const width = headerOf(OPTIONS).length;
    const rows: string[][] = [];
    workbook.worksheets[0]?.eachRow((row) => {
      // Cells are counted from 1.
      rows.push(Array.from({ length: width }, (_, column) => String(row.getCell(column + 1).value ?? '')));
    });
    expect(rows).toEqual(table());
    expect(workbook.worksheets[0]?.getCell('A2').value).toBe(1);
  });

  it('take about 69 bytes a row', () => {
    const bytes = Buffer.concat([...csvChunks({ rows: 20_000, seed: 1 })]).length / 20_000;
    expect(bytes).toBeGreaterThan(64);
    expect(bytes).toBeLessThan(74);
  });
});
