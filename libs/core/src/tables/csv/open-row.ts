/** The bytes of a file from the end of the last whole row on, so that a row can be looked at as it was written. */
export class OpenRow {
  readonly #maxBytes: number;
  /** Where in the file the bytes begin. */
  #start = 0;
  #bytes = 0;
  #pieces: Buffer[] = [];

  /** `maxBytes` is what a row may have behind the piece that it begins in; of more, blank lines for example, only the end is kept. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(piece: Buffer): void {
    for (
      let first = this.#pieces[0];
      first !== undefined && this.#bytes - first.length > this.#maxBytes;
      first = this.#pieces[0]
    ) {
      this.#pieces.shift();
      this.#bytes -= first.length;
      this.#start += first.length;
    }
    this.#pieces.push(piece);
    this.#bytes += piece.length;
  }

  /** What was written from `start` up to `end`. */
  text(start: number, end: number): string {
    // Joined once, however many rows are asked for.
    if (this.#pieces.length > 1) this.#pieces = [Buffer.concat(this.#pieces)];
    return this.#pieces[0]?.toString('utf8', Math.max(0, start - this.#start), end - this.#start) ?? '';
  }

  /** Lets go of what lies before `end`, and of the memory of the last piece, which belongs to whoever sent it. */
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
