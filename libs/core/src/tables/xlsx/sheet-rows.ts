import type { RowBlocks } from '../row-blocks.js';
import { cellText, maxRawChars, RichText, type SheetContext, unescapeText } from './cell-text.js';
import type { BlankXml } from './package/xml-part.js';
import type { XmlAttributes, XmlHandler } from './package/xml-reader.js';
import { malformedWorkbook } from './package/zip-directory.js';
import type { PlainRow } from './plain-rows.js';
import { columnOf, RowsInOrder } from './rows-in-order.js';

/**
 * Makes rows of text from a sheet's XML. It creates no objects for cells. The reader of exceljs creates one for each event, cell and row,
 * and takes twice the time and three times the memory. It also throws at a cell without an address, and finds no elements with a namespace
 * prefix.
 */
export class SheetRows implements XmlHandler {
  readonly #blocks: RowBlocks;
  readonly #rows: RowsInOrder;
  readonly #context: SheetContext;
  readonly #blank: BlankXml;
  readonly #inline: RichText;
  readonly #maxValueChars: number;
  /** The prefix of the sheet's elements with its colon, or empty. */
  prefix = '';
  #inRows = false;
  #inRow = false;
  /** The column of the cell being read, from 0. */
  #column = -1;
  #type = 'n';
  #style = 0;
  #value = '';
  #inValue = false;
  #inInline = false;

  constructor(blocks: RowBlocks, context: SheetContext, blank: BlankXml) {
    this.#blocks = blocks;
    this.#rows = new RowsInOrder(blocks, context.limits.maxColumns);
    this.#context = context;
    this.#blank = blank;
    this.#maxValueChars = maxRawChars(context.limits.maxCellChars);
    this.#inline = new RichText(context.limits.maxCellChars);
  }

  open(name: string, attributes: XmlAttributes, prefix: string): void {
    if (name === 'c') this.#startCell(attributes['r'], attributes['s'], attributes['t']);
    else if (name === 'v') this.#startValue();
    else if (name === 'row') this.#startRow(attributes['r']);
    else if (name === 'is') {
      this.#inInline = true;
      this.#inline.start();
    } else if (this.#inInline) this.#inline.open(name);
    else if (name === 'sheetData') {
      this.#inRows = true;
      this.prefix = prefix;
    }
  }

  text(text: string): void {
    if (this.#inValue) this.#addToValue(text);
    else if (this.#inInline) this.#inline.add(text);
  }

  close(name: string): void {
    if (name === 'v') this.#inValue = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
    else if (name === 'is') {
      this.#inInline = false;
      this.#value = this.#inline.value;
    } else if (this.#inInline) this.#inline.close(name);
    else if (name === 'sheetData') this.#inRows = false;
  }

  /** Whether the XML read so far ends behind a row of the sheet, or before the first one. */
  get isBetweenRows(): boolean {
    return this.#inRows && !this.#inRow;
  }

  /** Adds a row that was read without the parser, and returns whether it is blank: none of its cells has a value or a text. */
  addPlainRow(row: PlainRow): boolean {
    let isBlank = true;
    this.#startRow(row.number);
    for (let cell = 0; cell < row.cells; cell += 1) {
      const column = row.column(cell);
      this.#column = column < 0 ? this.#column + 1 : column;
      if (row.textStart(cell) === row.textEnd(cell)) continue;
      isBlank = false;
      this.#type = row.type(cell);
      this.#style = row.style(cell);
      const text = row.text(cell);
      this.#value = row.isInline(cell) ? unescapeText(text) : text;
      this.#endCell();
    }
    this.#endRow();
    return isBlank;
  }

  /** Whether a full block waits to be taken out. */
  get hasFullBlock(): boolean {
    return this.#blocks.hasFull;
  }

  /** Call it once, after all rows. Codes: those of the blocks. */
  end(): void {
    this.#rows.finish();
  }

  place(): string {
    return this.#rows.number === 0 ? 'before the first row' : `row ${this.#rows.number}`;
  }

  #startRow(number: string | undefined): void {
    this.#rows.start(number);
    this.#inRow = true;
    this.#column = -1;
  }

  #endRow(): void {
    this.#inRow = false;
    this.#rows.end();
  }

  #startValue(): void {
    this.#inValue = this.#inRows;
    this.#value = '';
  }

  #addToValue(text: string): void {
    // A text comes as one piece, unless an element is inside. The rest of a far too long text is dropped: its row is refused.
    if (this.#value.length < this.#maxValueChars) this.#value += text;
  }

  #startCell(address: string | undefined, style: string | undefined, type: string | undefined): void {
    // A cell without an address is right of the one before it.
    this.#column = columnOf(address) ?? this.#column + 1;
    this.#type = type ?? 'n';
    this.#style = style === undefined ? 0 : Number(style);
    this.#value = '';
  }

  #endCell(): void {
    if (!this.#inRows || this.#value === '') return;
    const text = this.#cellText();
    this.#rows.fill(this.#column, text);
    if (text === '') return;
    this.#blank.addFilled();
  }

  #cellText(): string {
    const text = cellText(this.#type, this.#style, this.#value, this.#context);
    if (text !== undefined) return text;
    throw malformedWorkbook(
      `refers to a shared string that is not there (row ${this.#rows.number}, column ${this.#column + 1})`,
    );
  }
}
