import { nextTurn } from '../../../async/next-turn.js';
import { DialproofError } from '../../../model/errors.js';
import type { Row } from '../../row.js';
import { GatheringParser } from './gathering-parser.js';
import { OpenRow } from './open-row.js';
import { OwnLines } from './own-lines.js';
import { type CutRows, type RowCutter, rowNumberAt } from './row-cutter.js';
import { writtenCells } from './written-cells.js';

/** Until V8 has compiled csv-parse, 16 KB take it 15 ms: the first bytes are parsed a few at a time. */
const FIRST_BYTES = 64 * 1024;
const FIRST_PART_BYTES = 4 * 1024;
const PART_BYTES = 16 * 1024;

const QUOTE = 34;

/** What of a file stands above the bytes that are parsed. */
export interface LinesAbove {
  readonly blankLines: number;
  /** Line ends, in the number that csv-parse counts. */
  readonly lineEnds: number;
}

const NOTHING_ABOVE: LinesAbove = { blankLines: 0, lineEnds: 0 };

/** Leaves every row to csv-parse, and reads again what that may have misread. */
export class ParsedRows implements RowCutter {
  readonly #parser: GatheringParser;
  readonly #delimiter: string;
  readonly #openRow: OpenRow;
  readonly #above: LinesAbove;
  /** Undefined where every row is written again, since it has other delimiters than a result. */
  readonly #ownLines: OwnLines | undefined;
  /** Where in the file the last row ended, in bytes. */
  #lastRowEnd = 0;
  #parsedBytes = 0;

  constructor(delimiter: string, maxRowChars: number, { blankLines, lineEnds }: LinesAbove = NOTHING_ABOVE) {
    this.#delimiter = delimiter;
    this.#openRow = new OpenRow(maxRowChars);
    this.#above = { blankLines, lineEnds };
    this.#ownLines = delimiter === ',' ? new OwnLines() : undefined;
    this.#parser = new GatheringParser({
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
    // Errors come from the callbacks of write and end. Without a listener they would be thrown as well.
    this.#parser.on('error', () => {});
  }

  get blankLines(): number {
    return this.#above.blankLines + this.#parser.info.empty_lines;
  }

  /** Every row is given as its cells. */
  keepOnly(): void {}

  /** Timers and sockets have their turn between the parts of a large piece. */
  async write(piece: Buffer, cut: CutRows): Promise<void> {
    this.#openRow.add(piece);
    for (let start = 0; start < piece.length; ) {
      if (start > 0) await nextTurn();
      const part = piece.subarray(start, start + this.#partBytes);
      // csv-parse keeps the end of its first part, whose memory belongs to the sender.
      const owned = this.#parsedBytes === 0 ? Buffer.from(part) : part;
      await this.#call((done) => this.#parser.write(owned, done), cut);
      start += part.length;
      this.#parsedBytes += part.length;
    }
    await this.#take(cut);
  }

  async end(cut: CutRows): Promise<void> {
    await this.#call((done) => this.#parser.end(done), cut);
    await this.#take(cut);
  }

  get #partBytes(): number {
    return this.#parsedBytes < FIRST_BYTES ? FIRST_PART_BYTES : PART_BYTES;
  }

  async #call(action: (done: (error?: Error | null) => void) => void, cut: CutRows): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      action((error) => {
        if (error) reject(this.#malformed(error, cut));
        else resolve();
      });
    });
  }

  async #take(cut: CutRows): Promise<void> {
    const { rows, blankLines, ends, suspects } = this.#parser;
    const first = cut.rows.length;
    for (const lines of blankLines) cut.blankLines.push(this.#above.blankLines + lines);
    let quote = -1;
    for (const [index, cells] of rows.entries()) {
      const start = this.#lastRowEnd;
      const end = ends[index] ?? start;
      if (quote < start) quote = this.#openRow.placeOf(QUOTE, start);
      if (quote >= end) cut.rows.push({ cells, line: undefined });
      else {
        const bytes = this.#openRow.bytes(start, end);
        const read = suspects.has(index)
          ? await this.#readAgain(bytes, rowNumberAt(cut, first + index))
          : cells;
        const own = this.#ownLines;
        const line = own?.isLong(bytes) ? await own.lineOfLong(bytes) : own?.lineOf(bytes);
        cut.rows.push({ cells: read, line });
      }
      this.#lastRowEnd = end;
    }
    this.#parser.rows = [];
    this.#parser.blankLines = [];
    this.#parser.ends = [];
    this.#parser.suspects.clear();
    this.#openRow.dropBefore(this.#lastRowEnd);
  }

  async #readAgain(bytes: Buffer, rowNumber: number): Promise<Row> {
    const cells = await writtenCells(bytes.toString(), this.#delimiter);
    if (cells !== undefined) return cells;
    throw new DialproofError('malformed_file', {
      hint: `a quote that is opened in row ${rowNumber} runs on to a quote on a later line`,
    });
  }

  #malformed(cause: Error, { before, rows }: CutRows): DialproofError {
    const row = before + rows.length + this.#parser.rows.length + this.blankLines + 1;
    const place = `row ${row}, which begins near line ${this.#above.lineEnds + this.#parser.nextRowLine}`;
    const hint =
      'code' in cause && cause.code === 'CSV_QUOTE_NOT_CLOSED'
        ? `a quote that is opened in ${place}, is never closed`
        : `the file cannot be read from ${place}`;
    return new DialproofError('malformed_file', { hint, cause });
  }
}
