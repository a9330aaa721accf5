import { buffer } from 'node:stream/consumers';
import ExcelJS from 'exceljs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import XLSX from 'xlsx';
import { csvBytes } from '../csv-writer.js';
import type { Row } from '../table-block.js';
import { readRows } from '../upload.fixture.js';
import type { SheetLines } from './sheet-xml.js';
import { workbookFile, workbookParts } from './workbook-file.js';

/** Texts that need escapes or look like them, that XML cannot hold, whose white space may be dropped, and that look like other types. */
const TEXTS = [
  ...['_', 'x', '0', '4', '1', '_x0041_', '_X000d_', '_x005F_', '\u0001', '\r', '\n', '\t', ' ', '\u00a0'],
  ...['\ufffe', '&', '<', ']]>', '&#65;', '"', 'é'],
];
const LOOK_LIKE_OTHERS = [
  ...['+41791234567', '00123', '1234567890123456789', '1e5', '1.0', '1,5', '50%', '2026-01-02', '12:30'],
  ...['=1+1', '@SUM(1)', "'x", 'TRUE', '#N/A', '-'],
];
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...TEXTS), maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(...LOOK_LIKE_OTHERS),
);
const tables = fc
  .integer({ min: 1, max: 5 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
  );

function linesOf(rows: readonly Row[]): SheetLines {
  return { text: csvBytes(rows), rows: rows.length, width: 0, added: () => [] };
}

async function* inBlocks(rows: readonly Row[]): AsyncGenerator<SheetLines> {
  for (let start = 0; start < rows.length; start += 3) yield linesOf(rows.slice(start, start + 3));
}

async function written(rows: readonly Row[]): Promise<Buffer> {
  const size = { rows: rows.length, columns: rows[0]?.length ?? 0 };
  return buffer(workbookFile(rows.slice(0, 1), inBlocks(rows.slice(1)), size, 'result'));
}

function readBySheetJs(file: Buffer): unknown[][] {
  const sheet = XLSX.read(file, { type: 'buffer' }).Sheets['result'] ?? {};
  return XLSX.utils.sheet_to_json(sheet, { header: 1, raw: true, defval: '', blankrows: true });
}

async function openInExcelJs(file: Buffer): Promise<ExcelJS.Worksheet> {
  const workbook = new ExcelJS.Workbook();
  // Its declarations mean the Buffer of an older Node.
  await workbook.xlsx.load(file as unknown as ExcelJS.Buffer);
  const [sheet] = workbook.worksheets;
  if (sheet === undefined) throw new Error('the workbook has no sheet');
  return sheet;
}

async function readByExcelJs(file: Buffer, { length }: Row): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  (await openInExcelJs(file)).eachRow({ includeEmpty: true }, (row) => {
    rows.push(Array.from({ length }, (_, column) => row.getCell(column + 1).text));
  });
  return rows;
}

describe('a workbook', () => {
  it('is read by SheetJS with every cell as it was', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        expect(readBySheetJs(await written(rows))).toEqual(rows);
      }),
    );
  });

  it('is read by exceljs with every cell as it was', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        expect(await readByExcelJs(await written(rows), rows[0] ?? [])).toEqual(rows);
      }),
    );
  });

  it('is read as an upload with every cell as it was', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async (rows) => {
        // Blank rows of an upload are skipped.
        const filled = rows.map((row) => [...row, 'dead']);
        expect(await readRows('again.xlsx', await written(filled))).toEqual(filled);
      }),
    );
  });

  it('has nothing but text in it, whatever cells look like', async () => {
    const sheet = await openInExcelJs(await written(LOOK_LIKE_OTHERS.map((text) => [text])));
    const values: unknown[] = [];
    sheet.eachRow((row) => values.push(row.getCell(1).value));
    expect(values).toEqual(LOOK_LIKE_OTHERS);
  });

  it('keeps its header in view', async () => {
    const sheet = await openInExcelJs(await written([['phone'], ['+41791234567']]));
    expect(sheet.views).toMatchObject([{ state: 'frozen', ySplit: 1 }]);
  });

  it('has text as the format of every cell that names none', () => {
    // Format 49 is that of text. Neither exceljs nor SheetJS looks at the format of such cells.
    expect(workbookParts('result')['xl/styles.xml']).toMatch(/<cellXfs count="1"><xf numFmtId="49"/);
  });

  it('is the same bytes each time', async () => {
    const rows = [['phone'], ['+41791234567']];
    expect(await written(rows)).toEqual(await written(rows));
  });
});

describe('the rows of a workbook', () => {
  function endless() {
    const state = { taken: 0, closed: 0 };
    async function* blocks(): AsyncGenerator<SheetLines> {
      try {
        for (;;) {
          state.taken += 1;
          // Incompressible text.
          yield linesOf(
            Array.from({ length: 1_000 }, () => Array.from({ length: 5 }, () => String(Math.random()))),
          );
        }
      } finally {
        state.closed += 1;
      }
    }
    return { state, blocks: blocks() };
  }
  const size = { rows: 1_000_000, columns: 5 };

  it('are left when the workbook is', async () => {
    const { state, blocks } = endless();
    let read = 0;
    for await (const piece of workbookFile([], blocks, size, 'result')) {
      read += piece.length;
      if (read > 500_000) break;
    }
    expect(state.closed).toBe(1);
  });

  it('are not begun before the workbook is read, and not read ahead of it by more than a few blocks', async () => {
    const { state, blocks } = endless();
    const pieces = workbookFile([], blocks, size, 'result');
    expect(state.taken).toBe(0);
    let read = 0;
    for await (const piece of pieces) {
      read += piece.length;
      const taken = state.taken;
      // Time for a reader that reads ahead.
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      expect(state.taken - taken).toBeLessThan(5);
      if (read > 500_000) break;
    }
  });

  it('that fail have the workbook fail, with the same error', async () => {
    const failure = new Error('the store is down');
    async function* failing(): AsyncGenerator<SheetLines> {
      yield linesOf([['+41791234567']]);
      throw failure;
    }
    await expect(
      buffer(workbookFile([['phone']], failing(), { rows: 3, columns: 1 }, 'result')),
    ).rejects.toBe(failure);
  });
});
