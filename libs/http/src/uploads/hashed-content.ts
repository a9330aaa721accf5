import { createHash } from 'node:crypto';

/** The hash of a file, and its length. */
export interface ContentDigest {
  /** SHA-256, in base64. */
  readonly sha256: string;
  readonly bytes: number;
}

/** The bytes of a file, hashed while they pass through. They are read once, by an iteration or by `digest`. */
export class HashedContent implements AsyncIterable<Uint8Array> {
  readonly #hash = createHash('sha256');
  readonly #pieces: AsyncIterator<Uint8Array>;
  #bytes = 0;

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#pieces = content[Symbol.asyncIterator]();
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        const piece = await this.#pieces.next();
        if (!piece.done) {
          this.#bytes += piece.value.length;
          this.#hash.update(piece.value);
        }
        return piece;
      },
      return: async () => {
        await this.#pieces.return?.();
        return { done: true, value: undefined };
      },
    };
  }

  /** Reads the unread rest, but stops once there are more than `maxBytes` in all. Call it once. */
  async digest(maxBytes: number): Promise<ContentDigest> {
    const rest = this[Symbol.asyncIterator]();
    while (this.#bytes <= maxBytes) {
      const { done } = await rest.next();
      if (done) break;
    }
    return { sha256: this.#hash.digest('base64'), bytes: this.#bytes };
  }
}
