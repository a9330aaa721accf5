const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** Counts the rows of a .csv in pieces, in the server's form: every row has a line end, and quotes in a quoted cell are doubled. */
export class CsvRows {
  #ended = 0;
  #isQuoted = false;
  #isInRow = false;

  update(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (byte === LINE_FEED && !this.#isQuoted) {
        this.#ended += 1;
        this.#isInRow = false;
      } else {
        if (byte === QUOTE) this.#isQuoted = !this.#isQuoted;
        this.#isInRow = true;
      }
    }
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
