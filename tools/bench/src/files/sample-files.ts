import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateRows, headerOf, type RowOptions, writeXlsx } from '@dialproof/generate';

/** Kinds of files: six columns; 200 of them in a tenth of the rows; quotes around every cell; a workbook. */
export const FILE_KINDS = ['narrow', 'wide', 'quoted', 'xlsx'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

const WIDE_COLUMNS = 200;

/** The rows of a file of this kind, if the other kinds have `rows`. */
export function rowsOf(kind: FileKind, rows: number): number {
  return kind === 'wide' ? Math.ceil(rows / 10) : rows;
}

/** Makes generated files on demand, each once, and removes them at the end. */
export class SampleFiles {
  readonly #folder: Promise<string> = mkdtemp(join(tmpdir(), 'dialproof-samples-'));
  readonly #files = new Map<string, Promise<string>>();

  get(kind: FileKind, rows: number): Promise<string> {
    const name = `${kind}-${rows}.${kind === 'xlsx' ? 'xlsx' : 'csv'}`;
    const made = this.#files.get(name) ?? this.#make(name, kind, rows);
    this.#files.set(name, made);
    return made;
  }

  async path(name: string): Promise<string> {
    return join(await this.#folder, name);
  }

  async remove(): Promise<void> {
    await rm(await this.#folder, { recursive: true });
  }

  async #make(name: string, kind: FileKind, rows: number): Promise<string> {
    const path = await this.path(name);
    const options = {
      rows: rowsOf(kind, rows),
      seed: 1,
      ...(kind === 'wide' ? { columns: WIDE_COLUMNS } : {}),
    };
    if (kind === 'xlsx') await writeXlsx(path, options);
    else await writeFile(path, lines(options, kind === 'quoted' ? quoted : plain));
    return path;
  }
}

function* lines(options: RowOptions, cellOf: (cell: string) => string): Generator<string> {
  yield `${headerOf(options).map(cellOf).join(',')}\n`;
  for (const { cells } of generateRows(options)) yield `${cells.map(cellOf).join(',')}\n`;
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

function plain(cell: string): string {
  return /[",\r\n]/.test(cell) ? quoted(cell) : cell;
}
