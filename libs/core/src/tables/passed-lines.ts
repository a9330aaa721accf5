import { CSV_LINE_END, splitCsvLines } from './csv-lines.js';
import { csvText, type KnownLine } from './csv-writer.js';
import type { Row } from './row.js';

/** A row as its cells. */
export interface CellsRow {
  readonly cells: Row;
  /** Its line in a .csv result, without its end, where the file has it just so. */
  readonly line?: KnownLine;
}

/** A row whose line in a .csv result is the one of the file, of which one cell was asked for. */
export interface PassedLine {
  /** Where it is, without its end: in memory of the reader, until that reads on. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly cellCount: number;
  /** UTF-16 units of all cells together. */
  readonly chars: number;
  /** The cell that was asked for, empty where the row has none. */
  readonly cell: string;
}

/** Rows that follow one another, as lines of a .csv result. */
export interface LinesBlock {
  /** In UTF-8, each with its end. */
  readonly text: Buffer;
  /** Of each row the cell that was asked for, empty where it has none. */
  readonly cells: readonly string[];
  /** How many cells each row has, 1 at least. */
  readonly cellCounts: readonly number[];
  /** Those of the rows that were read as cells. The others have no cell of more than 16 Ki characters. */
  readonly cellsRows: readonly Row[];
}

/** The row of a block: cells, or where the end of its line is in the text of those that were passed. */
type Entry = CellsRow | { readonly textEnd: number; readonly cell: string; readonly cellCount: number };

const LINE_FEED = 10;
const FIRST_BYTES = 16 * 1024;

/** Gathers the rows of one block after the other, passed lines among them. */
export class BlockEntries {
  #entries: Entry[] = [];
  #passedLines = 0;
  #text = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  /** Lines that follow one another in a reader's memory are copied at once. */
  #run: { readonly bytes: Buffer; readonly start: number; end: number } | undefined;

  get count(): number {
    return this.#entries.length;
  }

  get hasPassedLines(): boolean {
    return this.#passedLines > 0;
  }

  add(row: CellsRow): void {
    this.#entries.push(row);
  }

  pass({ bytes, start, end, cell, cellCount }: PassedLine): void {
    const run = this.#run;
    if (run?.bytes === bytes && run.end + 1 === start && bytes[run.end] === LINE_FEED) run.end = end;
    else {
      this.copyPassed();
      this.#run = { bytes, start, end };
    }
    this.#passedLines += 1;
    this.#entries.push({ textEnd: this.#length + this.#runBytes, cell, cellCount });
  }

  /** Copies what is still in a reader's memory. */
  copyPassed(): void {
    const run = this.#run;
    if (run === undefined) return;
    const length = this.#length + this.#runBytes;
    if (length > this.#text.length) {
      const text = Buffer.allocUnsafeSlow(2 * length);
      this.#text.copy(text, 0, 0, this.#length);
      this.#text = text;
    }
    run.bytes.copy(this.#text, this.#length, run.start, run.end);
    this.#text[length - 1] = LINE_FEED;
    this.#length = length;
    this.#run = undefined;
  }

  /** Takes out rows of which none was passed. */
  takeCells(): CellsRow[] {
    const rows = this.#entries.filter(isCells);
    this.#clear();
    return rows;
  }

  /** Takes out the rows as lines. `column`: the one that was asked for. */
  takeLines(column: number): LinesBlock {
    this.copyPassed();
    const entries = this.#entries;
    const passed = Buffer.from(this.#text.subarray(0, this.#length));
    const text = this.#passedLines === entries.length ? passed : withWritten(entries, passed);
    this.#clear();
    return {
      text,
      cells: entries.map((entry) => (isCells(entry) ? (entry.cells[column] ?? '') : entry.cell)),
      cellCounts: entries.map((entry) =>
        isCells(entry) ? Math.max(1, entry.cells.length) : entry.cellCount,
      ),
      cellsRows: entries.filter(isCells).map(({ cells }) => cells),
    };
  }

  /** With the line's end. */
  get #runBytes(): number {
    return this.#run === undefined ? 0 : this.#run.end - this.#run.start + 1;
  }

  #clear(): void {
    this.#entries = [];
    this.#passedLines = 0;
    this.#length = 0;
  }
}

function isCells(entry: Entry): entry is CellsRow {
  return 'cells' in entry;
}

/** The passed lines with those of the other rows between them. */
function withWritten(entries: readonly Entry[], passed: Buffer): Buffer {
  const others = entries.filter(isCells);
  const text = csvText(
    others.map(({ cells }) => cells),
    others.map(({ line }) => line),
  );
  const written = splitCsvLines(Buffer.from(text));
  let next = 0;
  let copied = 0;
  const parts = entries.map((entry) => {
    if (isCells(entry)) {
      next += 1;
      return Buffer.from(written[next - 1] + CSV_LINE_END);
    }
    const part = passed.subarray(copied, entry.textEnd);
    copied = entry.textEnd;
    return part;
  });
  return Buffer.concat(parts);
}
