import type { BlockLines, WrittenRow } from '../../passed-lines.js';
import { unescapeText } from '../xml/rich-text.js';
import { cellText, type SheetContext } from './cell-text.js';
import type { PlainRow } from './plain-rows.js';

const DIGIT_0 = 0x30;
/** More than an index has. */
const MAX_INDEX_DIGITS = 9;

/** Writes the cells of plain rows one by one, mostly without making a text of them. It tells of the row that was written last. */
export class PlainLine implements WrittenRow {
  readonly #context: SheetContext;
  cells = 0;
  filledCells = 0;
  chars = 0;
  longestCell = 0;
  keptCell = '';

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /**
   * Returns false, with some cells written, if the row has no filled cell, or cells that are not in order or not allowed: whoever fills cells
   * tells what is wrong with them.
   */
  write(row: PlainRow, lines: BlockLines): boolean {
    const { maxCellChars, maxColumns, maxRowChars } = this.#context.limits;
    this.cells = 0;
    this.filledCells = 0;
    this.chars = 0;
    this.longestCell = 0;
    this.keptCell = '';
    let column = -1;
    for (let cell = 0; cell < row.cells; cell += 1) {
      const written = row.column(cell);
      column = written < 0 ? column + 1 : written;
      if (row.textStart(cell) === row.textEnd(cell)) continue;
      if (column < this.cells || column >= maxColumns) return false;
      let chars = column === lines.column ? -1 : this.#addCode(row, cell, column - this.cells, lines);
      if (chars < 0) {
        const text = this.#textOf(row, cell);
        if (text === undefined) return false;
        if (text !== '') {
          lines.writer.addEmptyCells(column - this.cells);
          lines.writer.addCell(text);
        }
        if (column === lines.column) this.keptCell = text;
        chars = text.length;
      }
      if (chars === 0) continue;
      this.cells = column + 1;
      this.filledCells += 1;
      this.chars += chars;
      if (chars > this.longestCell) this.longestCell = chars;
      // At once: a few characters of a cell may name a text of 32,767.
      if (chars > maxCellChars || this.chars > maxRowChars) return false;
    }
    return this.cells > 0;
  }

  /** Adds a shared string or a whole number. Returns the UTF-16 units of the cell; -1 if it is neither. */
  #addCode(row: PlainRow, cell: number, emptyBefore: number, { writer }: BlockLines): number {
    const start = row.textStart(cell);
    const end = row.textEnd(cell);
    const { codes } = row.xml;
    let value = 0;
    for (let at = start; at < end; at += 1) {
      const digit = (codes[at] ?? 0) - DIGIT_0;
      if (digit < 0 || digit > 9) return -1;
      value = value * 10 + digit;
    }
    const { numberStyles, sharedTexts } = this.#context;
    switch (row.type(cell)) {
      case 's':
        return end - start > MAX_INDEX_DIGITS ? -1 : sharedTexts.addCell(value, emptyBefore, writer);
      case 'n':
        if ((numberStyles[row.style(cell)] ?? 'number') !== 'number') return -1;
        if (codes[start] === DIGIT_0 && end > start + 1) return -1;
        writer.addEmptyCells(emptyBefore);
        writer.addAsciiCell(codes, start, end);
        return end - start;
      default:
        return -1;
    }
  }

  #textOf(row: PlainRow, cell: number): string | undefined {
    const text = row.text(cell);
    const value = row.isInline(cell) ? unescapeText(text) : text;
    return value === '' ? '' : cellText(row.type(cell), row.style(cell), value, this.#context);
  }
}
