import { DialproofError, isDialproofError } from '../errors.js';

const MIB = 1024 * 1024;

/**
 * The bytes of an upload, pulled one piece at a time: counted against the limit, given up when the signal is aborted, and closed
 * exactly once whatever happens.
 *
 * An abort ends a pending read at once, since a client that has gone may never send another byte. Every way in which the content
 * can break off comes out as `upload_interrupted`.
 */
export class UploadContent {
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  readonly #signal: AbortSignal | undefined;
  #bytes = 0;
  #ended = false;
  #closed = false;
  #rejectPending: ((error: unknown) => void) | undefined;

  constructor(content: AsyncIterable<Uint8Array>, maxBytes: number, signal?: AbortSignal) {
    this.#iterator = content[Symbol.asyncIterator]();
    this.#maxBytes = maxBytes;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  /** The next piece, or undefined at the end. Codes: `file_too_large`, `upload_interrupted`. */
  async next(): Promise<Buffer | undefined> {
    this.throwIfAborted();
    if (this.#ended || this.#closed) return undefined;
    const result = await this.#pull();
    if (result.done === true) {
      this.#ended = true;
      return undefined;
    }
    const piece = result.value;
    this.#bytes += piece.byteLength;
    if (this.#bytes > this.#maxBytes) {
      throw new DialproofError('file_too_large', {
        hint: `a file may have ${this.#maxBytes} bytes (${Math.floor(this.#maxBytes / MIB)} MiB), this one has more`,
      });
    }
    return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  }

  throwIfAborted(): void {
    if (this.#signal?.aborted) throw interrupted(this.#signal.reason);
  }

  /** Lets the sender go. Safe twice; what the content's own `return` throws is of no interest to anyone by then. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    if (this.#ended) return;
    const returned = this.#iterator.return?.().then(ignore, ignore);
    // A generator answers `return` only after the read that it is in the middle of, which may never end.
    if (this.#rejectPending === undefined) await returned;
  }

  #pull(): Promise<IteratorResult<Uint8Array>> {
    return new Promise((resolve, reject) => {
      this.#rejectPending = reject;
      this.#iterator.next().then(
        (result) => {
          this.#rejectPending = undefined;
          resolve(result);
        },
        (error: unknown) => {
          this.#rejectPending = undefined;
          this.#ended = true;
          reject(isDialproofError(error) ? error : interrupted(error));
        },
      );
    });
  }

  readonly #onAbort = (): void => {
    this.#rejectPending?.(interrupted(this.#signal?.reason));
    void this.close();
  };
}

function interrupted(cause: unknown): DialproofError {
  return new DialproofError('upload_interrupted', { hint: 'the file did not arrive as a whole', cause });
}

function ignore(): void {}
