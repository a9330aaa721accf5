import type { TableBlock } from '../../tables/table-block.js';
import type { RowSink } from '../intake/read-file.js';
import { phoneOf, type TableStart } from '../intake/table-start.js';
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

  async write(block: TableBlock, numberIndexes: readonly number[]): Promise<void> {
    for (const width of block.cellCounts) this.#width = Math.max(this.#width, width);
    const phones = this.#column === undefined ? undefined : block.cells(this.#column);
    for (let row = 0; row < block.count; row += 1) {
      if (this.#firstRows.length < PREVIEW_LIMITS.firstRows) this.#show(block, row);
      if (phones !== undefined) this.#count(phones[row] ?? '', block, row, numberIndexes[row] !== NO_NUMBER);
    }
    this.#addSamples(block);
  }

  #show(block: TableBlock, row: number): void {
    const shown = block.row(row).slice(0, PREVIEW_LIMITS.columns);
    const cells = shown.map((cell) => shortText(cell.trim()));
    this.#firstRows.push({ row: block.rowNumbers[row] ?? 0, cells, ...phoneOf(this.#start, block.row(row)) });
  }

  #count(phone: string, block: TableBlock, row: number, hasNumber: boolean): void {
    const text = phone.trim();
    if (text === '') {
      this.#empty += 1;
      return;
    }
    if (this.#seenFilled < PREVIEW_LIMITS.seenCells) {
      this.#seenFilled += 1;
      if (hasNumber) this.#seenNumbers += 1;
    }
    if (hasNumber || this.#examples.length >= PREVIEW_LIMITS.examples) return;
    // Files do not keep the reasons: the cells that are shown are read again for them.
    const { reason } = phoneOf(this.#start, block.row(row));
    if (reason !== null) {
      this.#examples.push({ row: block.rowNumbers[row] ?? 0, text: shortText(text), reason });
    }
  }

  /** Rows are cut into their cells as long as a column lacks samples. */
  #addSamples(block: TableBlock): void {
    const width = Math.min(this.#width, PREVIEW_LIMITS.columns);
    while (this.#samples.length < width) this.#samples.push([]);
    if (this.#samples.every(({ length }) => length === PREVIEW_LIMITS.samples)) return;
    for (const row of block.rows()) {
      for (const [column, samples] of this.#samples.entries()) {
        if (samples.length === PREVIEW_LIMITS.samples) continue;
        const text = shortText((row[column] ?? '').trim());
        if (text !== '' && !samples.includes(text)) samples.push(text);
      }
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
