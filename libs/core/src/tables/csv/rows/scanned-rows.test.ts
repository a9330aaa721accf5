import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDialproofError } from '../../../model/errors.js';
import { propertyRuns } from '../../../property-runs.fixture.js';
import { splitCsvLines } from '../../csv-lines.js';
import { CSV_LINE_END } from '../../csv-writer.js';
import { type AnyBlock, type CellsBlock, linesText, RowBlocks } from '../../row-blocks.js';
import { DEFAULT_TABLE_LIMITS, type TableLimits } from '../../table-limits.js';
import { expectEqual } from '../../upload.fixture.js';
import { CsvRows } from './csv-rows.js';
import { ParsedRows } from './parsed-rows.js';
import type { RowCutter } from './row-cutter.js';
import { ScannedRows } from './scanned-rows.js';

const RUNS = propertyRuns(800);

/** Where every file shows what is stated, fewer are enough. */
const FEWER_RUNS = propertyRuns(200);

interface SampleFile {
  readonly text: string;
  readonly delimiter: string;
  /** The sizes of the pieces, from the first one on again and again. */
  readonly pieceBytes: readonly number[];
  readonly limits: TableLimits;
}

const delimiters = fc.constantFrom(',', ',', ';', '\t', '|', ' ', 'a', 'é');
const plainText = fc.string({
  unit: fc.constantFrom('a', '1', ' ', "'", 'é', '漢', '😀', '\ufeff'),
  maxLength: 5,
});
const anyText = fc.string({
  unit: fc.constantFrom('"', '"', '\n', '\r', '\r\n', ',', ';', 'a', 'é', '😀'),
  maxLength: 7,
});

/** A cell as it is written: mostly as programs write it, seldom as nobody should. */
function cellBetween(delimiter: string) {
  return fc.oneof(
    { weight: 12, arbitrary: plainText.filter((text) => !text.includes(delimiter)) },
    { weight: 6, arbitrary: anyText.map((text) => `"${text.replaceAll('"', '""')}"`) },
    { weight: 1, arbitrary: anyText },
  );
}

const lineEnds = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('\n', '\r\n') },
  { weight: 2, arbitrary: fc.constantFrom('\n\n', '\r\n\r\n', '\n\r\n') },
  { weight: 1, arbitrary: fc.constantFrom('\r', '\r\r\n', '', '\n"', '"\n') },
);

function textWith(delimiter: string) {
  const row = fc.array(cellBetween(delimiter), { minLength: 1, maxLength: 4 });
  return fc
    .tuple(fc.constantFrom('', '\n', '\r\n\n'), fc.array(fc.tuple(row, lineEnds), { maxLength: 9 }), row)
    .map(([above, rows, last]) => {
      const written = rows.map(([cells, lineEnd]) => cells.join(delimiter) + lineEnd);
      return above + written.join('') + last.join(delimiter);
    });
}

const limits = fc
  .record(
    {
      maxColumns: fc.integer({ min: 1, max: 4 }),
      maxCellChars: fc.integer({ min: 1, max: 9 }),
      maxRowChars: fc.integer({ min: 1, max: 60 }),
      maxTableChars: fc.integer({ min: 1, max: 90 }),
    },
    { requiredKeys: [] },
  )
  .map((some) => ({ ...DEFAULT_TABLE_LIMITS, ...some, maxCsvCellChars: some.maxCellChars ?? 1_000 }));

const sampleFile: fc.Arbitrary<SampleFile> = delimiters.chain((delimiter) =>
  fc.record({
    text: textWith(delimiter),
    delimiter: fc.constant(delimiter),
    pieceBytes: fc.oneof(
      fc.constant([1]),
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 }),
    ),
    limits: fc.oneof(fc.constant(DEFAULT_TABLE_LIMITS), limits),
  }),
);

const kept = fc.record({ column: fc.nat(4), afterPieces: fc.nat(6) });

/** Cells without quotes, line ends and byte order marks, and cells in quotes. */
const REGULAR_LINE = /^(?:[^",\r\n\ufeff]*|"(?:[^"]|"")*")(?:,(?:[^",\r\n\ufeff]*|"(?:[^"]|"")*"))*$/;

const regularCell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '=', ' ', 'é', '漢', '😀'), maxLength: 4 }),
  fc.oneof(plainText, anyText).map((text) => `"${text.replaceAll('"', '""')}"`),
);
const regularLine = fc
  .array(regularCell, { minLength: 1, maxLength: 4 })
  .map((cells) => cells.join(','))
  .filter((line) => line !== '');

/** A file whose lines are those of its result. The last one may lack its end. */
const regularFile = fc
  .record({
    lines: fc.array(regularLine, { maxLength: 6 }),
    lineEnd: fc.constantFrom('\n', '\r\n', '\n\n', '\n\r\n'),
    isEnded: fc.boolean(),
    pieceBytes: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ lines, lineEnd, isEnded, pieceBytes }) => ({
    lines,
    text: lines.join(lineEnd) + (isEnded ? lineEnd : ''),
    delimiter: ',',
    pieceBytes,
    limits: DEFAULT_TABLE_LIMITS,
  }));

/** Here csv-parse needs the row again as it was written, from its first byte on. */
const LONGEST_ROW: SampleFile = {
  text: `\n${'"'.repeat(8)}\n`,
  delimiter: '\t',
  pieceBytes: [1],
  limits: { ...DEFAULT_TABLE_LIMITS, maxRowChars: 4 },
};

/** All that can be told of a file while it is read: the rows after each piece, and the refusal. */
async function readingBy(cutter: RowCutter, file: SampleFile) {
  const { read, seen } = await blocksBy(cutter, file);
  const blocks = read.filter(hasCells);
  expectEqual(blocks.length, read.length);
  return { seen, blocks };
}

/** Of each row its line in a result, how many cells that has, and the one of the column, which is kept alone behind some pieces. */
async function keptBy(cutter: RowCutter, file: SampleFile, kept: Kept) {
  const { read, seen } = await blocksBy(cutter, file, kept);
  const rows = read.flatMap((block) => (hasCells(block) ? rowsOfCells(block, kept) : rowsOfLines(block)));
  return { seen, rows };
}

interface Kept {
  readonly column: number;
  readonly afterPieces: number;
}

function hasCells(block: AnyBlock): block is CellsBlock {
  return 'rows' in block;
}

function rowsOfCells(block: CellsBlock, { column }: Kept) {
  const lines = linesOf(block);
  return block.rows.map((row, index) => [lines[index], Math.max(1, row.length), row[column] ?? '']);
}

/** The lines of a result. */
function linesOf(block: CellsBlock): string[] {
  return splitCsvLines(linesText(block)).map((line) => line + CSV_LINE_END);
}

function rowsOfLines({ cellCounts, cells, text }: Exclude<AnyBlock, CellsBlock>) {
  const lines = splitCsvLines(text).map((line) => line + CSV_LINE_END);
  expectEqual([cellCounts.length, cells.length], [lines.length, lines.length]);
  return lines.map((line, index) => [line, cellCounts[index], cells[index]]);
}

async function blocksBy(
  cutter: RowCutter,
  { text, pieceBytes, limits: tableLimits }: SampleFile,
  kept?: Kept,
) {
  const blocks = new RowBlocks(tableLimits);
  const rows = new CsvRows(cutter, blocks, tableLimits);
  const seen: unknown[] = [];
  const bytes = Buffer.from(text);
  try {
    for (let start = 0, count = 0; start < bytes.length; count += 1) {
      const end = start + (pieceBytes[count % pieceBytes.length] ?? 1);
      const piece = Buffer.from(bytes.subarray(start, end));
      if (kept?.afterPieces === count) rows.keepOnly(kept.column);
      await rows.write(piece);
      seen.push(rows.lastRowNumber, cutter.blankLines);
      // A sender may use the memory again.
      piece.fill('"');
      start = end;
    }
    await rows.end();
    seen.push(rows.lastRowNumber);
  } catch (error) {
    if (!isDialproofError(error)) throw error;
    seen.push(error.code, error.hint);
  }
  return { seen, read: blocks.takeRest() };
}

function scannerFor({ delimiter, limits: tableLimits }: Pick<SampleFile, 'delimiter' | 'limits'>) {
  return new ScannedRows(delimiter, tableLimits);
}

function parserFor({ delimiter, limits: { maxRowChars } }: Pick<SampleFile, 'delimiter' | 'limits'>) {
  return new ParsedRows(delimiter, maxRowChars);
}

describe('rows that are scanned', () => {
  it('are those of csv-parse, wherever the pieces are cut, and so is the refusal', {
    timeout: 0,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(sampleFile, async (file) => {
        expectEqual(await readingBy(scannerFor(file), file), await readingBy(parserFor(file), file));
      }),
      { numRuns: RUNS, examples: [[LONGEST_ROW]] },
    );
  });

  it('have the lines, the cells and the refusals of csv-parse where one column is kept alone', {
    timeout: 0,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(sampleFile, kept, async (file, which) => {
        const scanned = await keptBy(scannerFor(file), file, which);
        expectEqual(scanned, await keptBy(parserFor(file), file, which));
      }),
      { numRuns: FEWER_RUNS },
    );
  });

  it('have a line of their own only if RFC 4180 allows it as it is, with the same cells', {
    timeout: 0,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(sampleFile, async (file) => {
        for (const { lines, rows } of (await readingBy(scannerFor(file), file)).blocks) {
          lines.forEach((line, index) => {
            if (line === undefined) return;
            expect(line).toMatch(REGULAR_LINE);
            expectEqual(parse(line, { record_delimiter: '\n' }), [rows[index]]);
          });
        }
      }),
      { numRuns: FEWER_RUNS },
    );
  });

  it('keep their lines where cells are in quotes without need, whichever of the two has read them', {
    timeout: 0,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(regularFile, kept, async ({ lines, ...file }, which) => {
        const expected = lines.map((line) => line + CSV_LINE_END);
        for (const cutterFor of [scannerFor, parserFor]) {
          const { blocks } = await readingBy(cutterFor(file), file);
          expectEqual(blocks.flatMap(linesOf), expected);
          const { rows } = await keptBy(cutterFor(file), file, which);
          expectEqual(
            rows.map(([line]) => line),
            expected,
          );
        }
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['another delimiter', ';', '"a";"b"\n', 'a,b\n'],
    ['text behind a closing quote', ',', '"a"b,"c"\n', '"""a""b",c\n'],
    ['a quote in text', ',', 'a"b,"c"\n', '"a""b",c\n'],
    ['a lone carriage return at the end', ',', '"a","b"\r"c"\n', 'a,b\n"c"\n'],
    ['a byte order mark without quotes', ',', '\ufeffa,"b"\n', '"\ufeffa",b\n'],
  ])('are written again with quotes where they are needed: %s', async (_, delimiter, text, lines) => {
    for (const pieceBytes of [[1], [100]]) {
      const file = { text, delimiter, pieceBytes, limits: DEFAULT_TABLE_LIMITS };
      for (const cutterFor of [scannerFor, parserFor]) {
        const { rows } = await keptBy(cutterFor(file), file, { column: 0, afterPieces: 0 });
        expect(rows.map(([line]) => line).join('')).toBe(lines);
      }
    }
  });

  it('are passed on as lines where one column is kept alone', async () => {
    const file = {
      text: 'a,"b,c"\r\n1,"x""y"\n\n"2\n",é\n3,"z"\n4,5\n',
      delimiter: ',',
      pieceBytes: [5],
      limits: DEFAULT_TABLE_LIMITS,
    };
    const { read } = await blocksBy(scannerFor(file), file, { column: 1, afterPieces: 0 });
    expect(read).toEqual([
      {
        text: Buffer.from('a,"b,c"\n1,"x""y"\n"2\n",é\n3,"z"\n4,5\n'),
        cells: ['b,c', 'x"y', 'é', 'z', '5'],
        cellCounts: [2, 2, 2, 2, 2],
        longestCell: 1,
      },
    ]);
  });
});
