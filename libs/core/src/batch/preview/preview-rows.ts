import { nextTurn } from '../../async/turn.js';
import type { Row, TableBlock } from '../../tables/table-block.js';
import type { RowSink } from '../intake/read-file.js';
import { phoneOf, type TableStart } from '../intake/table-start.js';
import { NO_NUMBER } from '../row-block.js';
import { PREVIEW_LIMITS, type PreviewRow, type UnreadCell } from './file-preview.js';

/** Examines the rows of a file as they pass, and keeps a few short texts of them. */
export class PreviewRows implements RowSink {
  readonly #column: number | undefined;
  readonly #start: TableStart;
  readonly #samples: string[][] = [];
  readonly #firstRows: PreviewRow[] = [];
  readonly #examples: UnreadCell[] = [];
  #width: number;
  #empty = 0;
  #rows = 0;
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

  /** The first distinct filled cells of each column, among the first rows. */
  get samples(): readonly (readonly string[])[] {
    return this.#samples;
  }

  /** The first rows, with the cells of the columns that the preview shows. A short row has fewer. */
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
    while (this.#samples.length < Math.min(this.#width, PREVIEW_LIMITS.columns)) this.#samples.push([]);
    const phones = this.#column === undefined ? undefined : block.cells(this.#column);
    // A row may have megabytes: reading its number took one turn, and splitting it into cells takes another one.
    await nextTurn();
    for (let row = 0; row < block.count; row += 1) {
      const rowNumber = block.rowNumbers[row] ?? 0;
      let cut: Row | undefined;
      const cells = (): Row => (cut ??= block.row(row));
      if (this.#firstRows.length < PREVIEW_LIMITS.firstRows) this.#show(cells(), rowNumber);
      if (phones !== undefined) {
        this.#count(phones[row] ?? '', cells, rowNumber, numberIndexes[row] !== NO_NUMBER);
      }
      if (this.#lacksSamples) this.#addSamples(cells());
      this.#rows += 1;
    }
  }

  #show(row: Row, rowNumber: number): void {
    const cells = row.slice(0, PREVIEW_LIMITS.columns).map((cell) => shortText(cell.trim()));
    this.#firstRows.push({ row: rowNumber, cells, ...phoneOf(this.#start, row) });
  }

  #count(phone: string, cells: () => Row, rowNumber: number, hasNumber: boolean): void {
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
    // The reasons are not stored, so the shown cells are read again.
    const { reason } = phoneOf(this.#start, cells());
    if (reason !== null) {
      this.#examples.push({ row: rowNumber, text: shortText(text), reason });
    }
  }

  /**
   * Whether a column still lacks samples. Only the first rows are searched: many columns never have three different values, and cutting
   * every row for them would slow the preview.
   */
  get #lacksSamples(): boolean {
    if (this.#rows >= PREVIEW_LIMITS.sampledRows) return false;
    return this.#samples.some(({ length }) => length < PREVIEW_LIMITS.samples);
  }

  #addSamples(row: Row): void {
    for (const [column, samples] of this.#samples.entries()) {
      if (samples.length === PREVIEW_LIMITS.samples) continue;
      const cell = (row[column] ?? '').trim();
      // In a column that still lacks samples, most cells repeat one. Copying each would take longer than the rest of the preview.
      if (cell === '' || samples.includes(cell)) continue;
      const text = shortText(cell);
      if (!samples.includes(text)) samples.push(text);
    }
  }
}

/** The shown part of a text. It is a copy: a slice would keep a whole piece of the file in memory. */
export function shortText(text: string): string {
  if (text.length <= PREVIEW_LIMITS.textChars) return Buffer.from(text).toString();
  // Half of a surrogate pair is no character.
  const cut = text.slice(0, PREVIEW_LIMITS.textChars - 1).replace(/[\ud800-\udbff]$/, '');
  return `${Buffer.from(cut).toString()}…`;
}
