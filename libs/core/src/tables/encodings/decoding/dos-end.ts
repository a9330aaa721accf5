const END_OF_FILE = Buffer.of(0x1a);

/** Takes off the byte that DOS put at the end of a text file, and that old programs still write: it belongs to no cell. Elsewhere it stays. */
export class DosEnd {
  /** Whether the text so far ends with the byte, which is held back until more follows. */
  #isHeld = false;

  /** The next part of a text, in UTF-8. */
  next(part: Buffer): Buffer {
    if (part.length === 0) return part;
    const wasHeld = this.#isHeld;
    this.#isHeld = part[part.length - 1] === END_OF_FILE[0];
    const rest = this.#isHeld ? part.subarray(0, -1) : part;
    return wasHeld ? Buffer.concat([END_OF_FILE, rest]) : rest;
  }
}
