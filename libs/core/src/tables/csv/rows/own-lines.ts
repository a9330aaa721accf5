import { nextTurn } from '../../../async/next-turn.js';
import { CsvRowScanner, type FoundRow } from '../../csv-row-scanner.js';

const LINE_FEED = 10;
const RETURN = 13;

/** What of a long row is scanned before timers and sockets have their turn: it takes some milliseconds. */
const PART_BYTES = 256 * 1024;
/** The scanner looks so far ahead. */
const BYTES_AHEAD = 2;

/** Finds the lines of rows that a result has as they are in the file, with the quotes that they have there. */
export class OwnLines {
  readonly #scanner = new CsvRowScanner(',');

  /** Whether the row is too long for one turn of the event loop. */
  isLong(row: Buffer): boolean {
    return row.length > PART_BYTES;
  }

  /**
   * The line of a row with quotes, given in UTF-8 with its line end, which the last row of a file may lack; blank lines may stand before
   * it. Undefined if it is not written as RFC 4180 says, a lone carriage return at its end included, or has a mark that needs quotes.
   */
  lineOf(row: Buffer): string | undefined {
    return this.#scanned(endedLine(row));
  }

  /** The same, in as many turns as it takes. */
  async lineOfLong(row: Buffer): Promise<string | undefined> {
    const line = endedLine(row);
    for (let end = PART_BYTES; end < line.length; end += PART_BYTES) {
      this.#scanner.scan(line.subarray(0, end), BYTES_AHEAD, () => {});
      await nextTurn();
    }
    return this.#scanned(line);
  }

  #scanned(line: Buffer): string | undefined {
    let own: string | undefined;
    const take = ({ start, end, isAsInResult }: FoundRow): void => {
      if (isAsInResult) own = line.toString('utf8', start, end);
    };
    this.#scanner.scan(line, 0, take);
    this.#scanner.restart();
    return own;
  }
}

/** A lone carriage return is left as it is: the scanner is in doubt about it. */
function endedLine(row: Buffer): Buffer {
  let start = 0;
  while (row[start] === LINE_FEED || row[start] === RETURN) start += 1;
  const line = row.subarray(start);
  const last = line[line.length - 1];
  return last === LINE_FEED || last === RETURN ? line : Buffer.concat([line, Buffer.of(LINE_FEED)]);
}
