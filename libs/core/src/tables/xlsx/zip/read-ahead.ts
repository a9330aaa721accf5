import type { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import type { TempFile } from '../temp-file.js';

const BLOCK_BYTES = 64 * 1024;

/**
 * Reads a zip's directory in blocks. yauzl asks for each entry in two reads of some fifty bytes; as reads of the file they took half a
 * second for the 5,000 parts that a workbook may have, which is most of what an honest sheet of 100,000 rows takes.
 */
export class ReadAhead extends RandomAccessReader {
  readonly #file: TempFile;
  readonly #block = Buffer.allocUnsafe(BLOCK_BYTES);
  #start = 0;
  #end = 0;

  constructor(file: TempFile) {
    super();
    this.#file = file;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    if (position + length > this.#file.size) {
      setImmediate(done, new Error(`the file ends before byte ${position + length}`));
      return;
    }
    if (position >= this.#start && position + length <= this.#end) {
      this.#block.copy(target, offset, position - this.#start, position - this.#start + length);
      // yauzl expects an answer later, never during the call.
      queueMicrotask(() => done(null));
      return;
    }
    try {
      if (length > BLOCK_BYTES) this.#file.readNow(target.subarray(offset, offset + length), position);
      else this.#fill(position).copy(target, offset, 0, length);
    } catch (error) {
      // `readNow` throws nothing but a DialproofError.
      setImmediate(done, error as Error);
      return;
    }
    // A turn of the event loop for each block.
    setImmediate(done, null);
  }

  /** Parts are read from the file itself; yauzl would only need this to open them. */
  override _readStreamForRange(): Readable {
    throw new Error('parts are not read through the directory');
  }

  #fill(position: number): Buffer {
    const block = this.#block.subarray(0, Math.min(BLOCK_BYTES, this.#file.size - position));
    this.#file.readNow(block, position);
    this.#start = position;
    this.#end = position + block.length;
    return block;
  }
}
