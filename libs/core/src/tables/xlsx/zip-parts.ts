import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { DialproofError, isDialproofError } from '../../errors.js';
import type { TableLimits } from '../table-limits.js';
import { malformedWorkbook } from './malformed-workbook.js';
import type { TempFile } from './temp-file.js';

const PIECE_BYTES = 64 * 1024;
const RATIO_FREE_BYTES = 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/**
 * The parts inside of a zip, by name in lower case. What the central directory declares is checked first, and then held against what
 * comes out: length, checksum, and the sum of everything that was unpacked so far.
 */
export class ZipParts {
  readonly #file: TempFile;
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #limits: TableLimits;
  #unpackedBytes = 0;

  private constructor(
    file: TempFile,
    zip: ZipFile,
    entries: ReadonlyMap<string, Entry>,
    limits: TableLimits,
  ) {
    this.#file = file;
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
  }

  /** Reads the central directory. The file stays the caller's to close: yauzl closes nothing unless it is told to. Code: `malformed_file`. */
  static async open(file: TempFile, limits: TableLimits): Promise<ZipParts> {
    try {
      const zip = await fromFdPromise(file.fd, { autoClose: false });
      if (zip.entryCount > limits.maxZipEntries) {
        throw malformedWorkbook(`holds ${zip.entryCount} files, ${limits.maxZipEntries} are allowed`);
      }
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        const name = entry.fileName.toLowerCase();
        // Readers differ in which of two they take, so neither is right.
        if (entries.has(name)) throw malformedWorkbook(`holds two files named ${name}`);
        entries.set(name, entry);
      }
      return new ZipParts(file, zip, entries, limits);
    } catch (error) {
      throw isDialproofError(error)
        ? error
        : malformedWorkbook('is not a whole zip: it is cut off or damaged', error);
    }
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  names(): IterableIterator<string> {
    return this.#entries.keys();
  }

  /**
   * A part as text. Leaving the iteration early closes what it opened. Codes: `malformed_file`, also for a part that declares more
   * than `maxBytes`, and `file_too_large`.
   */
  async *text(name: string, maxBytes = Number.POSITIVE_INFINITY): AsyncGenerator<string> {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    try {
      for await (const piece of this.#unpacked(this.#entry(name, maxBytes)))
        yield decoder.decode(piece, { stream: true });
      yield decoder.decode();
    } catch (error) {
      throw isDialproofError(error) ? error : malformedWorkbook(`its part ${name} is damaged`, error);
    }
  }

  #entry(name: string, maxBytes: number): Entry {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) throw malformedWorkbook(`lacks its part ${name}`);
    if (entry.uncompressedSize > maxBytes) throw malformedWorkbook(`its part ${name} is far too large`);
    if (entry.isEncrypted()) throw malformedWorkbook('is encrypted: save it without a password');
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
      throw malformedWorkbook(`is packed by a method that is not supported (${entry.compressionMethod})`);
    }
    const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
    if (entry.uncompressedSize > RATIO_FREE_BYTES && ratio > this.#limits.maxCompressionRatio) {
      throw malformedWorkbook(
        `its part ${name} unpacks to ${Math.round(ratio)} times its size, as no real sheet does`,
      );
    }
    this.#assertWithinLimit(this.#unpackedBytes + entry.uncompressedSize);
    return entry;
  }

  async *#unpacked(entry: Entry): AsyncGenerator<Buffer> {
    const { fileDataStart } = await this.#zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const packed = this.#file.read(fileDataStart, fileDataStart + entry.compressedSize);
    let bytes = 0;
    let checksum = 0;
    for await (const piece of entry.compressionMethod === STORED ? packed : inflated(packed)) {
      bytes += piece.length;
      this.#unpackedBytes += piece.length;
      if (bytes > entry.uncompressedSize)
        throw malformedWorkbook('holds a part that is larger than it declares');
      this.#assertWithinLimit(this.#unpackedBytes);
      checksum = crc32(piece, checksum);
      yield piece;
    }
    if (bytes !== entry.uncompressedSize || checksum !== entry.crc32) {
      throw malformedWorkbook('is damaged: the checksum of a part is wrong');
    }
  }

  #assertWithinLimit(bytes: number): void {
    const { maxUnpackedBytes } = this.#limits;
    if (bytes <= maxUnpackedBytes) return;
    throw new DialproofError('file_too_large', {
      hint: `the workbook unpacks to more than the ${maxUnpackedBytes} bytes that are allowed`,
    });
  }
}

async function* inflated(packed: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  const source = Readable.from(packed, { objectMode: false, highWaterMark: PIECE_BYTES });
  const inflate = createInflateRaw({ chunkSize: PIECE_BYTES });
  source.on('error', (error) => inflate.destroy(error));
  source.pipe(inflate);
  try {
    yield* inflate;
  } finally {
    source.destroy();
    inflate.destroy();
  }
}
