/** csv-parse looks so far ahead: a row may begin so many bytes before the piece with which the one before it was known to end. */
const BYTES_AHEAD = 3;

/** Keeps the bytes of a file from the end of the last whole row on, so that a row can be read again as it was written. */
export class OpenRow {
  readonly #maxBytes: number;
  /** Where in the file the kept bytes begin. */
  #start = 0;
  #bytes = 0;
  #pieces: Buffer[] = [];
  #largestPiece = 0;

  /**
   * `maxBytes` is the most that a row may have behind the piece with which the row or blank line before it was known to end. Of more,
   * such as blank lines, the end is kept.
   */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(piece: Buffer): void {
    const most = this.#maxBytes + this.#largestPiece + BYTES_AHEAD;
    for (
      let first = this.#pieces[0];
      first !== undefined && this.#bytes - first.length > most;
      first = this.#pieces[0]
    ) {
      this.#pieces.shift();
      this.#bytes -= first.length;
      this.#start += first.length;
    }
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    this.#largestPiece = Math.max(this.#largestPiece, piece.length);
  }

  /** The bytes from `start` up to `end`, which are places in the file. They are there until something is dropped. */
  bytes(start: number, end: number): Buffer {
    return this.#joined().subarray(Math.max(0, start - this.#start), end - this.#start);
  }

  /** The place of the first such byte from `start` on, infinite without one. */
  placeOf(byte: number, start: number): number {
    const index = this.#joined().indexOf(byte, Math.max(0, start - this.#start));
    return index === -1 ? Number.POSITIVE_INFINITY : index + this.#start;
  }

  /** The pieces are joined once for any number of rows. */
  #joined(): Buffer {
    const [first, ...others] = this.#pieces;
    if (first !== undefined && others.length === 0) return first;
    const joined = Buffer.concat(this.#pieces);
    this.#pieces = [joined];
    return joined;
  }

  /** Drops the bytes before `end`, and copies the last piece, whose memory belongs to the sender. */
  dropBefore(end: number): void {
    const last = this.#pieces.pop();
    if (last === undefined) return;
    const lastStart = this.#start + this.#bytes - last.length;
    if (end <= lastStart) this.#pieces.push(Buffer.from(last));
    else {
      const rest = Buffer.from(last.subarray(end - lastStart));
      this.#pieces = [rest];
      this.#bytes = rest.length;
      this.#start = end;
    }
  }
}
