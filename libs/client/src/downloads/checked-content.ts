import { DialproofError } from '../dialproof-error.js';
import type { Deadline } from '../requests/deadline.js';

export interface ContentParts {
  readonly deadline: Deadline;
  /** The longest time for each piece. */
  readonly timeoutMs: number;
  /** The announced rows of a .csv without its header; undefined if they are not known, or it is a workbook. */
  readonly csvRows: number | undefined;
}

/** The body of a reply, which fails at its end if it has fewer rows than were announced. */
export function checkedContent(
  body: ReadableStream<Uint8Array> | null,
  { deadline, timeoutMs, csvRows }: ContentParts,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  const csv = new CsvRows();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        deadline.start(timeoutMs);
        try {
          const piece = await reader?.read();
          if (piece?.value === undefined) {
            if (csvRows !== undefined) assertWhole(csvRows, csv);
            controller.close();
            return;
          }
          if (csvRows !== undefined) csv.update(piece.value);
          // Bodies of replies are in memory of their own.
          controller.enqueue(piece.value as Uint8Array<ArrayBuffer>);
        } catch (error) {
          throw deadline.failure(error);
        } finally {
          deadline.stop();
        }
      },
      async cancel(reason) {
        await reader?.cancel(reason);
        deadline.leave();
      },
    },
    // A piece is read only when it is requested.
    { highWaterMark: 0 },
  );
}

function assertWhole(announced: number, { ended, isCutOff }: CsvRows): void {
  if (isCutOff) throw damaged('it stops within a row');
  // The header does not count. There may be more rows: those above the header of the file come back too.
  if (ended - 1 < announced) throw damaged(`it has ${ended - 1} rows, and ${announced} were announced`);
}

function damaged(problem: string): DialproofError {
  return new DialproofError('download_damaged', { hint: `${problem}: download it again` });
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the rows of a .csv in pieces, in the server's form: every row has a line end, and quotes in a quoted cell are doubled. */
class CsvRows {
  #ended = 0;
  #isQuoted = false;
  #isInRow = false;

  /** Local variables are faster: a page in a browser counts millions of bytes at a time. */
  update(bytes: Uint8Array): void {
    let ended = this.#ended;
    let isQuoted = this.#isQuoted;
    for (let index = 0; index < bytes.length; index += 1) {
      const byte = bytes[index];
      if (byte === QUOTE) isQuoted = !isQuoted;
      else if (byte === LINE_FEED && !isQuoted) ended += 1;
    }
    if (bytes.length > 0) this.#isInRow = isQuoted || bytes.at(-1) !== LINE_FEED;
    this.#ended = ended;
    this.#isQuoted = isQuoted;
  }

  /** The rows that are whole, the header among them. */
  get ended(): number {
    return this.#ended;
  }

  /** Whether it stops within a row. */
  get isCutOff(): boolean {
    return this.#isInRow;
  }
}
