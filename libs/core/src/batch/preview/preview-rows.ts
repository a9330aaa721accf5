import { isNumber } from '../../phone/cells/cell-read.js';
import { readCell } from '../../phone/cells/phone-cell.js';
import type { Row } from '../../tables/row.js';
import type { FileRows, RowSink } from '../intake/read-file.js';
import { rowReading, type TableStart } from '../intake/table-start.js';
import { NO_NUMBER } from '../row-block.js';
import { PREVIEW_LIMITS, type PreviewRow, type UnreadCell } from './file-preview.js';

/** Looks at the rows of a file as they pass, and keeps a few short texts of them. */
export class PreviewRows implements RowSink {
  readonly #column: number | undefined;
  readonly #start: TableStart;
  readonly #samples: string[][] = [];
  readonly #firstRows: PreviewRow[] = [];
  readonly #examples: UnreadCell[] = [];
  #width: number;
  #empty = 0;
  #seenFilled = 0;
  #seenNumbers = 0;

  constructor(start: TableStart) {
    const { found } = start;
    this.#start = start;
    this.#column = found.holdsPhones ? found.index : undefined;
    this.#width = found.header.length;
  }

  get width(): number {
    return this.#width;
  }

  /** The first filled cells of each column. */
  get samples(): readonly (readonly string[])[] {
    return this.#samples;
  }

  /** The first rows, each with as many of the cells that are shown as it has. */
  get firstRows(): readonly PreviewRow[] {
    return this.#firstRows;
  }

  /** The first cells of the phone column that hold something else than a number. */
  get examples(): readonly UnreadCell[] {
    return this.#examples;
  }

  /** Rows whose phone cell is empty. */
  get empty(): number {
    return this.#empty;
  }

  get seen(): { readonly filled: number; readonly numbers: number } {
    return { filled: this.#seenFilled, numbers: this.#seenNumbers };
  }

  readonly writeLines = null;

  async write({ rows, rowNumbers, numberIndexes }: FileRows): Promise<void> {
    for (const [position, row] of rows.entries()) {
      const rowNumber = rowNumbers[position] ?? 0;
      this.#width = Math.max(this.#width, row.length);
      if (this.#firstRows.length < PREVIEW_LIMITS.firstRows) this.#show(row, rowNumber);
      this.#sample(row);
      this.#look(row, rowNumber, numberIndexes[position] !== NO_NUMBER);
    }
  }

  #show(row: Row, rowNumber: number): void {
    const cells = row.slice(0, PREVIEW_LIMITS.columns).map((cell) => shortText(cell.trim()));
    this.#firstRows.push({ row: rowNumber, cells, ...this.#phoneOf(row) });
  }

  /** What the phone cell of a row is read as. Files do not keep the reasons: only the cells that are shown are read again for them. */
  #phoneOf(row: Row): Pick<PreviewRow, 'number' | 'reason'> {
    if (this.#column === undefined) return { number: null, reason: null };
    const read = readCell(row[this.#column] ?? '', rowReading(this.#start, row));
    return isNumber(read) ? { number: read, reason: null } : { number: null, reason: read.reason };
  }

  #look(row: Row, rowNumber: number, hasNumber: boolean): void {
    if (this.#column === undefined) return;
    const text = (row[this.#column] ?? '').trim();
    if (text === '') {
      this.#empty += 1;
      return;
    }
    if (this.#seenFilled < PREVIEW_LIMITS.seenCells) {
      this.#seenFilled += 1;
      if (hasNumber) this.#seenNumbers += 1;
    }
    if (hasNumber || this.#examples.length >= PREVIEW_LIMITS.examples) return;
    const { reason } = this.#phoneOf(row);
    if (reason !== null) this.#examples.push({ row: rowNumber, text: shortText(text), reason });
  }

  #sample(row: Row): void {
    const width = Math.min(row.length, PREVIEW_LIMITS.columns);
    for (let index = 0; index < width; index += 1) {
      const samples = this.#samples[index] ?? [];
      this.#samples[index] = samples;
      if (samples.length >= PREVIEW_LIMITS.samples) continue;
      const text = shortText((row[index] ?? '').trim());
      if (text !== '' && !samples.includes(text)) samples.push(text);
    }
  }
}

/** As much of a text as is shown; a copy, since a slice keeps alive the piece of the file that it was cut from. */
export function shortText(text: string): string {
  if (text.length <= PREVIEW_LIMITS.textChars) return Buffer.from(text).toString();
  // Half of a surrogate pair is no character.
  const cut = text.slice(0, PREVIEW_LIMITS.textChars - 1).replace(/[\ud800-\udbff]$/, '');
  return `${Buffer.from(cut).toString()}…`;
}
