import { types } from 'node:util';
import { DialproofError, isDialproofError } from '../model/errors.js';

const MIB = 1024 * 1024;

export interface UploadContentOptions {
  readonly maxBytes: number;
  readonly onPiece?: ((piece: Uint8Array) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The bytes of a host as a stream. Throws TypeError for anything but a stream or bytes, such as the path of a file. */
export function byteStream(content: AsyncIterable<Uint8Array> | Uint8Array): AsyncIterable<Uint8Array> {
  if (types.isUint8Array(content)) return onePiece(content);
  if (typeof content === 'object' && content !== null && Symbol.asyncIterator in content) return content;
  throw new TypeError(
    `content must be a stream of bytes, a Buffer or a Uint8Array, not ${typeName(content)}`,
  );
}

async function* onePiece(content: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield content;
}

/** Throws TypeError for a piece that is not bytes: a stream of text gives strings, whose bytes are lost. */
function assertBytes(piece: unknown): asserts piece is Uint8Array {
  if (types.isUint8Array(piece)) return;
  throw new TypeError(
    `content must give bytes (Buffer or Uint8Array), and gave ${typeName(piece)}; a stream with an encoding gives strings`,
  );
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object') return `a ${typeof value}`;
  return `an object of ${value.constructor?.name ?? 'no class'}`;
}

/**
 * The bytes of an upload, read one piece at a time. They are counted against the limit, and closed exactly once whatever happens.
 *
 * An abort ends a pending read at once, since a client that has gone may never send another byte. Content that breaks off in any way
 * rejects with `upload_interrupted`.
 */
export class UploadContent {
  readonly #content: AsyncIterable<Uint8Array>;
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #maxBytes: number;
  readonly #signal: AbortSignal | undefined;
  readonly #onPiece: ((piece: Uint8Array) => void) | undefined;
  #bytes = 0;
  #begun = false;
  #ended = false;
  #closed = false;
  #rejectPending: ((error: unknown) => void) | undefined;

  /** `onPiece` is called with each piece before the piece is read. */
  constructor(content: AsyncIterable<Uint8Array>, { maxBytes, onPiece, signal }: UploadContentOptions) {
    this.#content = content;
    this.#iterator = content[Symbol.asyncIterator]();
    this.#maxBytes = maxBytes;
    this.#onPiece = onPiece;
    this.#signal = signal;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted) this.#onAbort();
  }

  /** The next piece, or undefined at the end. Codes: `file_too_large`, `upload_interrupted`. */
  async next(): Promise<Buffer | undefined> {
    this.throwIfAborted();
    if (this.#ended) return undefined;
    if (this.#closed) throw interrupted(new Error('the file was closed'));
    const result = await this.#pull();
    if (result.done === true) {
      this.#ended = true;
      return undefined;
    }
    const piece = result.value;
    assertBytes(piece);
    this.#bytes += piece.byteLength;
    if (this.#bytes > this.#maxBytes) {
      throw new DialproofError('file_too_large', {
        hint: `a file may have ${this.#maxBytes} bytes (${Math.floor(this.#maxBytes / MIB)} MiB), this one has more`,
      });
    }
    this.#onPiece?.(piece);
    return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  }

  throwIfAborted(): void {
    if (this.#signal?.aborted) throw interrupted(this.#signal.reason);
  }

  /** Closes the content. Safe twice. Errors of the content's own `return` are ignored: nobody needs the content any more. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#signal?.removeEventListener('abort', this.#onAbort);
    if (this.#ended) return;
    if (!this.#begun) destroyStream(this.#content);
    const returned = this.#iterator.return?.().then(ignore, ignore);
    // A generator answers `return` only after its pending read, which may never end.
    if (this.#rejectPending === undefined) await returned;
    else this.#rejectPending(interrupted(new Error('the file was closed')));
  }

  #pull(): Promise<IteratorResult<Uint8Array>> {
    this.#begun = true;
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

/** Closes content without reading it. Errors of its own `return` are ignored. */
export async function closeUnread(content: AsyncIterable<Uint8Array>): Promise<void> {
  await new UploadContent(content, { maxBytes: Number.POSITIVE_INFINITY }).close();
}

/** Destroys a stream of Node that was never read: the `return` of its iterator would leave a file open. */
function destroyStream(content: AsyncIterable<Uint8Array>): void {
  if ('destroy' in content && typeof content.destroy === 'function') content.destroy();
}

function interrupted(cause: unknown): DialproofError {
  return new DialproofError('upload_interrupted', { hint: 'the file arrived incomplete', cause });
}

function ignore(): void {}
