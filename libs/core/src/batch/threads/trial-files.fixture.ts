import fc from 'fast-check';
import iconv from 'iconv-lite';
import XLSX from 'xlsx';

type Rows = readonly (readonly string[])[];

const lines = (rows: Rows, delimiter: string, quote: (cell: string) => string, end = '\n'): string =>
  rows.map((row) => row.map(quote).join(delimiter) + end).join('');
const plain = (cell: string): string => cell.replace(/[",;\n]/g, ' ');
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

export function workbook(rows: Rows): Buffer {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.map((row) => [...row])), 'list');
  return XLSX.write(book, { type: 'buffer', bookType: 'xlsx' });
}

const FILES = {
  regular: (rows: Rows) => Buffer.from(lines(rows, ',', plain)),
  quoted: (rows: Rows) => Buffer.from(lines(rows, ',', quoted)),
  'semicolons and CRLF': (rows: Rows) => Buffer.from(lines(rows, ';', plain, '\r\n')),
  'regular at first': (rows: Rows) => Buffer.from(`${lines(rows, ',', plain)}${lines(rows, ',', quoted)}`),
  'UTF-16': (rows: Rows) => Buffer.from(`\ufeff${lines(rows, '\t', quoted)}`, 'utf16le'),
  'Windows-1252': (rows: Rows) => iconv.encode(lines(rows, ';', plain), 'windows-1252'),
  shift_jis: (rows: Rows) => iconv.encode(lines(rows, ',', quoted), 'shift_jis'),
  xlsx: workbook,
};

const cell = fc.oneof(
  fc.constantFrom('Ann', 'Zürich', '漢字', 'a "b", c', 'two\nlines', '', '2026-11-23'),
  fc.string({ maxLength: 12 }),
);
const phone = fc.oneof(
  fc.integer({ min: 0, max: 99 }).map((last) => `+1415555${String(last).padStart(4, '0')}`),
  fc.integer({ min: 0, max: 99_999 }).map((last) => `079 123 ${last}`),
  cell,
);

/** Files of every kind, and what may be said about their reading. */
export const anyFile = fc
  .record({
    kind: fc.constantFrom(...(Object.keys(FILES) as (keyof typeof FILES)[])),
    rows: fc.array(fc.tuple(cell, phone, cell), { minLength: 1, maxLength: 60 }),
    /** Several blocks of 2,000 rows, if there are many rows. */
    times: fc.integer({ min: 1, max: 100 }),
    reading: fc.constantFrom({}, { defaultCountry: 'ch' }, { phoneColumn: 1 }),
    /** How much of it arrives: one in four is cut. */
    share: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ kind, rows, times, reading, share }) => {
    const bytes = FILES[kind]([
      ['name', 'phone', 'city'],
      ...Array.from({ length: times }, () => rows).flat(),
    ]);
    return {
      bytes: bytes.subarray(0, Math.floor(bytes.length * share)),
      fileName: kind === 'xlsx' ? 'list.xlsx' : 'list.csv',
      reading: { ...reading, ...(kind === 'shift_jis' ? { encoding: kind } : {}) },
    };
  });
