import { writeFile } from 'node:fs/promises';
import { generateRows, headerOf, type RowOptions } from '@dialproof/generate';
import type { SampleFiles } from '../files/sample-files.js';

/** Kinds of files: six columns; 200 of them in a tenth of the rows; quotes around every cell; a workbook. */
export const FILE_KINDS = ['narrow', 'wide', 'quoted', 'xlsx'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const WIDE_COLUMNS = 200;

/** The rows of a file of this kind, if the other kinds have `rows`. */
export function rowsOf(kind: FileKind, rows: number): number {
  return kind === 'wide' ? Math.ceil(rows / 10) : rows;
}

export function fileNameOf(kind: FileKind): string {
  return kind === 'xlsx' ? 'rows.xlsx' : 'rows.csv';
}

/** The path of a file of this kind. */
export async function rivalFile(files: SampleFiles, kind: FileKind, rows: number): Promise<string> {
  const count = rowsOf(kind, rows);
  switch (kind) {
    case 'narrow':
      return files.get(count, 'csv');
    case 'xlsx':
      return files.get(count, 'xlsx');
    case 'wide':
      return write(
        await files.path(`wide-${count}.csv`),
        { rows: count, seed: 1, columns: WIDE_COLUMNS },
        plain,
      );
    case 'quoted':
      return write(await files.path(`quoted-${count}.csv`), { rows: count, seed: 1 }, quoted);
    default:
      return kind satisfies never;
  }
}

async function write(path: string, options: RowOptions, cellOf: (cell: string) => string): Promise<string> {
  const lineOf = (cells: readonly string[]) => `${cells.map(cellOf).join(',')}\n`;
  const lines = function* (): Generator<string> {
    yield lineOf(headerOf(options));
    for (const { cells } of generateRows(options)) yield lineOf(cells);
  };
  await writeFile(path, lines());
  return path;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function plain(cell: string): string {
  return /[",\r\n]/.test(cell) ? quoted(cell) : cell;
}
