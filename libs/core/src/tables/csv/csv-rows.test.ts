import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDialproofError } from '../../model/errors.js';
import { propertyRuns } from '../../property-runs.fixture.js';
import { csvBytes } from '../csv-writer.js';
import { RowBlocks } from '../row-blocks.js';
import { type Row, splitCsvLines } from '../table-block.js';
import { DEFAULT_TABLE_LIMITS, type TableLimits } from '../table-limits.js';
import { expectEqual, tableRows } from '../upload.fixture.js';
import { CsvRows } from './csv-rows.js';

const LIMITS = { ...DEFAULT_TABLE_LIMITS, maxCellChars: DEFAULT_TABLE_LIMITS.maxCsvCellChars };

const RUNS = propertyRuns(800);

interface SampleFile {
  readonly text: string;
  readonly delimiter: string;
  /** The sizes of the pieces, repeated from the first. */
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

/** A written cell, mostly as programs write it, sometimes malformed. */
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

/** The result of reading a file: its rows with their numbers and lines, or its refusal. */
function readingOf({ delimiter, limits: tableLimits, pieceBytes, text }: SampleFile) {
  const blocks = new RowBlocks(tableLimits);
  const rows = new CsvRows(delimiter, blocks, tableLimits);
  const bytes = Buffer.from(text);
  try {
    for (let start = 0, count = 0; start < bytes.length; count += 1) {
      const end = start + (pieceBytes[count % pieceBytes.length] ?? 1);
      const piece = Buffer.from(bytes.subarray(start, end));
      rows.write(piece);
      while (rows.add('due'));
      // A sender may use the memory again.
      piece.fill('"');
      start = end;
    }
    while (rows.add('last'));
  } catch (error) {
    if (!isDialproofError(error)) throw error;
    return { refusal: { code: error.code, hint: error.hint } };
  }
  const read = blocks.takeRest();
  return {
    rows: tableRows(read),
    rowNumbers: read.flatMap(({ rowNumbers }) => rowNumbers),
    text: Buffer.concat(read.map((block) => block.text)),
  };
}

function read(text: string, delimiter = ',') {
  return readingOf({ text, delimiter, pieceBytes: [text.length + 1], limits: LIMITS });
}

/** The rows by the rules, written as regular expressions; `undefined` if the file has to be refused. */
function rowsByPattern(text: string, delimiter: string): Row[] | undefined {
  const unclosed = /"(?:[^"]|"")*$/y;
  const quoted = new RegExp(`"((?:[^"]|"")*)"(?=[${delimiter}\\r\\n]|$)`, 'y');
  const misquoted = new RegExp(`("(?:[^"]|"")*")[^${delimiter}\\r\\n]*`, 'y');
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y');
  const end = new RegExp(`[${delimiter}]|\\r\\n|\\n|\\r|$`, 'y');
  let at = 0;
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  const rows: Row[] = [];
  while (at < text.length) {
    const row: string[] = [];
    const start = at;
    for (let ended = delimiter; ended === delimiter; ended = next(end)?.[0] ?? '') {
      if (next(unclosed) !== null) return undefined;
      const whole = next(quoted)?.[1];
      const [cell = '', quotes = ''] = whole === undefined ? (next(misquoted) ?? next(plain) ?? []) : [];
      if (/[\r\n]/.test(quotes)) return undefined;
      row.push(whole?.replaceAll('""', '"') ?? cell);
    }
    if (!/^[\r\n]*$/.test(text.slice(start, at))) rows.push(row);
  }
  return rows;
}

/** Whether quotes close inside of a cell: csv-parse loses doubled ones there, and takes rows for one cell. */
function areMisquoted(rows: readonly Row[]): boolean {
  return rows.flat().some((cell) => /^"(?:[^"]*[\r\n]|[^"]*"[^"]*")/.test(cell));
}

/** Cells without quotes, line ends and byte order marks, and cells in quotes. */
const REGULAR_LINE = /^(?:[^",\r\n\ufeff]*|"(?:[^"]|"")*")(?:,(?:[^",\r\n\ufeff]*|"(?:[^"]|"")*"))*$/;

const regularCell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '=', ' ', 'é', '漢', '😀'), maxLength: 4 }),
  fc.oneof(plainText, anyText).map((text) => `"${text.replaceAll('"', '""')}"`),
);

const regularLines = fc.array(
  fc.array(regularCell, { minLength: 1, maxLength: 4 }).filter((cells) => cells.join(',') !== ''),
  { maxLength: 6 },
);

describe('the rows of a .csv file', () => {
  it.each<[string, string, string[][]]>([
    ['no text', '', []],
    ['one cell', 'a', [['a']]],
    [
      'empty cells',
      ',\n,',
      [
        ['', ''],
        ['', ''],
      ],
    ],
    ['every line end', 'a\nb\rc\r\nd', [['a'], ['b'], ['c'], ['d']]],
    ['blank lines', '\n\r\na\n\n\r\rb\n', [['a'], ['b']]],
    ['a delimiter and line ends in quotes', '"a,b","c\r\nd"\n', [['a,b', 'c\r\nd']]],
    ['doubled quotes', '"""","a""b"\n"a"",""b"\n', [['"', 'a"b'], ['a","b']]],
    ['quotes in quotes over two lines', '1,"""a""\nb"\r\n', [['1', '"a"\nb']]],
    ['empty quotes', '"",""\n""', [['', ''], ['']]],
    ['quotes in text', '5" pipe,c"\n', [['5" pipe', 'c"']]],
    ['a blank before quotes', 'a, "b"\n', [['a', ' "b"']]],
    [
      'text behind quotes',
      '"a,b"c"d,""e\n"x" ,1\n',
      [
        ['"a,b"c"d', '""e'],
        ['"x" ', '1'],
      ],
    ],
    ['doubled quotes in what is text', '"a""b"c,"""x"""\r', [['"a""b"c', '"x"']]],
    ['two carriage returns before a line feed', '1\r\r\n2', [['1'], ['2']]],
    ['rows of any length', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
    [
      'letters of every length',
      'é,漢\n"😀\n",x\n',
      [
        ['é', '漢'],
        ['😀\n', 'x'],
      ],
    ],
  ])('are read: %s', (_, text, rows) => {
    expect(read(text).rows).toEqual(rows);
  });

  it.each([
    ['is never closed', '1,2\n\n3,"x\n4\n', 'row 3, which begins in line 3, is never closed'],
    ['is never closed below cells of several lines', '"a\r\nb\r"\n"c\n', 'row 2, which begins in line 4, is'],
    ['ends in a doubled one', '"a""', 'row 1, which begins in line 1, is never closed'],
    ['runs on to that of another cell', '3,"x\n4,"y"\n', 'row 1 runs on to a quote on a later line'],
    ['runs on to it behind a cell in order', '"""\n","x\n4,"y"\n', 'row 1 runs on to a quote'],
    ['runs on to a doubled one and then another', '"x\n""y""\n"z\n', 'row 1 runs on to a quote'],
  ])('are refused where a quote %s', (_, text, hint) => {
    expect(read(text)).toEqual({
      refusal: { code: 'malformed_file', hint: expect.stringContaining(`a quote that is opened in ${hint}`) },
    });
  });

  it('are the same wherever the pieces are cut, and so is the refusal', () => {
    fc.assert(
      fc.property(sampleFile, (file) => {
        expectEqual(readingOf(file), readingOf({ ...file, pieceBytes: [Number.MAX_SAFE_INTEGER] }));
      }),
      { numRuns: RUNS },
    );
  });

  it('are those of the rules written as regular expressions', () => {
    fc.assert(
      fc.property(sampleFile, ({ delimiter, text }) => {
        expectEqual(read(text, delimiter).rows, rowsByPattern(text, delimiter));
      }),
      { numRuns: RUNS },
    );
  });

  it('are those of csv-parse where quotes close at the end of their cells', () => {
    fc.assert(
      fc.property(sampleFile, ({ delimiter, text }) => {
        const { rows } = read(text, delimiter);
        if (rows === undefined || areMisquoted(rows)) return;
        expectEqual(
          rows,
          parse(text, {
            delimiter,
            record_delimiter: ['\r\n', '\n', '\r'],
            relax_column_count: true,
            relax_quotes: true,
            skip_empty_lines: true,
          }),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('have lines in a result that RFC 4180 allows, with the same cells', () => {
    fc.assert(
      fc.property(sampleFile, (file) => {
        const { rows = [], text = Buffer.alloc(0) } = readingOf(file);
        const lines = splitCsvLines(text);
        for (const line of lines) expect(line).toMatch(REGULAR_LINE);
        expectEqual(
          lines.flatMap((line) => parse(line, { record_delimiter: '\n' })),
          rows,
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('keep their quotes and lose their delimiters in the lines of a result', () => {
    const lineEnds = fc.constantFrom('\n', '\r\n', '\r', '\n\n', '\n\r\n');
    const pieceBytes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        regularLines,
        lineEnds,
        fc.boolean(),
        fc.constantFrom(',', ';', '\t'),
        pieceBytes,
        (lines, lineEnd, isEnded, delimiter, pieces) => {
          const text = lines.map((cells) => cells.join(delimiter)).join(lineEnd) + (isEnded ? lineEnd : '');
          const reading = readingOf({ text, delimiter, pieceBytes: pieces, limits: DEFAULT_TABLE_LIMITS });
          expect(reading.text?.toString()).toBe(lines.map((cells) => `${cells.join(',')}\n`).join(''));
        },
      ),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['a comma between other delimiters', ';', '"a";b,c\n', 'a,"b,c"\n'],
    ['a delimiter of two bytes', 'é', '"a"éb\n', 'a,b\n'],
    ['text behind a closing quote', ',', '"a"b,"c"\n', '"""a""b",c\n'],
    ['a quote in text', ',', 'a"b,"c"\n', '"a""b",c\n'],
    ['a byte order mark without quotes', ',', '\ufeff,1\n"\ufeff",1\n', '"\ufeff",1\n"\ufeff",1\n'],
  ])('are written again with quotes where they are needed: %s', (_, delimiter, text, lines) => {
    expect(read(text, delimiter).text?.toString()).toBe(lines);
  });

  it.each(['a', 'é', '漢', '😀'])('may be long, with any characters: %s', (letter) => {
    const long = letter.repeat(30_000);
    const text = `1,2\n${long},"${long}\n"\n3,4\n"${long}""",${long}\r\n`;
    const rows = [
      ['1', '2'],
      [long, `${long}\n`],
      ['3', '4'],
      [`${long}"`, long],
    ];
    for (const pieceBytes of [1_021, 16_384, 1_000_000]) {
      const reading = readingOf({
        text,
        delimiter: ',',
        pieceBytes: [pieceBytes],
        limits: LIMITS,
      });
      expectEqual(reading.rows, rows);
      expectEqual(reading.text?.toString(), text.replace('\r', ''));
    }
  });

  it('are counted in bytes against the limit of a row, delimiters and quotes included', () => {
    const tableLimits = { ...DEFAULT_TABLE_LIMITS, maxRowChars: 8 };
    const readLimited = (text: string, pieceBytes: number) =>
      readingOf({ text, delimiter: ',', pieceBytes: [pieceBytes], limits: tableLimits });
    for (const pieceBytes of [1, 100]) {
      expect(readLimited('"é",1,2\r\n1\n', pieceBytes).rows).toEqual([['é', '1', '2'], ['1']]);
      expect(readLimited('1\n\n"é",1,23\r\n1\n', pieceBytes).refusal).toEqual({
        code: 'cell_too_large',
        hint: 'row 3 has more than the 8 bytes that a row may have',
      });
    }
  });

  it.each(['a', 'é', '漢', '😀', '""'])('know whether a cell is too long for a workbook: %s', (written) => {
    const chars = written === '""' ? 1 : written.length;
    for (const [count, isLong] of [
      [32_767 / chars, false],
      [32_767 / chars + 1, true],
      [200_000, true],
    ] as const) {
      const cell = written.repeat(count);
      const text = `1,${written === '""' ? `"${cell}"` : cell},2\n`;
      for (const delimiter of [',', ';']) {
        const blocks = new RowBlocks(LIMITS);
        const rows = new CsvRows(delimiter, blocks, LIMITS);
        rows.write(Buffer.from(text.replaceAll(',', delimiter)));
        while (rows.add('last'));
        expect(blocks.takeRest().some(({ hasLongCell }) => hasLongCell)).toBe(isLong);
      }
    }
  });

  it('are counted in bytes against the limit of a file, whatever their quotes', () => {
    const tableLimits = { ...LIMITS, maxTableChars: 100 };
    // Each row has twenty bytes.
    for (const row of ['xx漢漢漢漢漢漢', 'x"漢漢漢漢漢漢', '"漢漢漢漢漢漢"']) {
      const text = `${row}\n`.repeat(6);
      const { refusal } = readingOf({ text, delimiter: ',', pieceBytes: [7], limits: tableLimits });
      expect(refusal?.hint).toContain('up to row 6');
    }
  });

  // Searching for each cell up to the next line end or quote, which may be at the end of the text, took minutes.
  it('take no longer where the next line end or quote is far away', () => {
    expect(read(`${'a,'.repeat(900)}\n`.repeat(300)).rows).toHaveLength(300);
    expect(read('"\n"\n'.repeat(300_000)).rows).toHaveLength(300_000);
  });

  it('take no longer for cells of nothing but quotes', () => {
    const cells = Array.from(
      { length: 500 },
      (_, index) => `${'"'.repeat(1_000)}\n${index}${'"'.repeat(1_000)}`,
    );
    const row = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
    expectEqual(read(`${row}\n`).rows, [cells]);
  });

  it('come back with every correctly written cell', () => {
    const cell = fc.string({ unit: fc.constantFrom('"', '\n', '\r', ',', 'a'), maxLength: 12 });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(fc.property(table, (rows) => expectEqual(read(csvBytes(rows).toString()).rows, rows)));
  });
});
