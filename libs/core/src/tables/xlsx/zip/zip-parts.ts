import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry } from 'yauzl';
import { isDialproofError } from '../../../model/errors.js';
import type { TableLimits } from '../../table-limits.js';
import { malformedWorkbook } from '../malformed-workbook.js';
import type { TempFile } from '../temp-file.js';
import { BlankXml, type XmlPart, xmlText } from '../xml/xml-part.js';
import { UnpackingBudget } from './unpacking-budget.js';
import { readZipDirectory, type ZipDirectory } from './zip-directory.js';

const PIECE_BYTES = 64 * 1024;
/** Characters that the rows of any workbook may have: 670 in each of 100,000. */
const REPEATED_CHARS = 64 * 1024 * 1024;
const STORED = 0;
const DEFLATED = 8;

/**
 * The parts inside of a zip, by name in any case. The declarations of the central directory are checked first, and then compared with the
 * content: length, checksum, and the sum of all unpacked bytes.
 */
export class ZipParts {
  readonly #file: TempFile;
  readonly #directory: ZipDirectory;
  readonly #limits: TableLimits;
  readonly #blank: BlankXml;
  readonly #budget: UnpackingBudget;

  private constructor(file: TempFile, directory: ZipDirectory, limits: TableLimits) {
    this.#file = file;
    this.#directory = directory;
    this.#limits = limits;
    this.#blank = new BlankXml(limits.maxBlankXmlBytes);
    this.#budget = new UnpackingBudget(limits);
  }

  /** The file stays the caller's to close. Code: `malformed_file`. */
  static async open(file: TempFile, limits: TableLimits): Promise<ZipParts> {
    return new ZipParts(file, await readZipDirectory(file, limits), limits);
  }

  has(name: string): boolean {
    return this.#directory.entries.has(name.toLowerCase());
  }

  /** In lower case. */
  names(): IterableIterator<string> {
    return this.#directory.entries.keys();
  }

  /**
   * A part, opened when its text is iterated; leaving the iteration early closes what it opened. Its codes: `malformed_file`, also
   * for a part that declares more than `maxBytes`, and `file_too_large`.
   */
  xml(name: string, maxBytes = Number.POSITIVE_INFINITY): XmlPart {
    return { name, text: this.#text(name, maxBytes), blank: this.#blank };
  }

  /**
   * The most characters of a part's rows. Each cell with a shared text repeats the text, so the limit on unpacked bytes applies to them
   * too, beyond the repeats of a normal file.
   */
  maxRowsChars(name: string): number {
    const { maxTableChars, maxCompressionRatio } = this.#limits;
    const packedBytes =
      this.#budget.packedBytes + (this.#directory.entries.get(name.toLowerCase())?.compressedSize ?? 0);
    return Math.min(maxTableChars, REPEATED_CHARS + maxCompressionRatio * packedBytes);
  }

  async *#text(name: string, maxBytes: number): AsyncGenerator<string> {
    this.#blank.addPart();
    try {
      yield* xmlText(this.#unpacked(this.#entry(name, maxBytes)));
    } catch (error) {
      throw isDialproofError(error) ? error : malformedWorkbook(`its part ${name} is damaged`, error);
    }
  }

  #entry(name: string, maxBytes: number): Entry {
    const entry = this.#directory.entries.get(name.toLowerCase());
    if (entry === undefined) throw malformedWorkbook(`lacks its part ${name}`);
    if (entry.uncompressedSize > maxBytes) throw malformedWorkbook(`its part ${name} is far too large`);
    if (entry.isEncrypted()) throw malformedWorkbook('is encrypted: save it without a password');
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
      throw malformedWorkbook(`is packed by a method that is not supported (${entry.compressionMethod})`);
    }
    this.#budget.open(name, entry.compressedSize, entry.uncompressedSize);
    return entry;
  }

  async *#unpacked(entry: Entry): AsyncGenerator<Buffer> {
    const start = await this.#startOf(entry);
    const packed = this.#file.read(start, start + entry.compressedSize);
    let bytes = 0;
    let checksum = 0;
    for await (const piece of entry.compressionMethod === STORED ? packed : inflated(packed)) {
      bytes += piece.length;
      if (bytes > entry.uncompressedSize)
        throw malformedWorkbook(`its part ${entry.fileName} is larger than it declares`);
      this.#budget.add(entry.fileName, piece);
      checksum = crc32(piece, checksum);
      yield piece;
    }
    if (bytes !== entry.uncompressedSize || checksum !== entry.crc32) {
      throw malformedWorkbook(`is damaged: the checksum of its part ${entry.fileName} is wrong`);
    }
  }

  /** A streaming reader uses the name in the local header, so both names have to be equal. */
  async #startOf(entry: Entry): Promise<number> {
    const { fileDataStart, fileName } = await this.#directory.zip.readLocalFileHeaderPromise(entry);
    if (fileName.equals(entry.fileNameRaw)) return fileDataStart;
    throw malformedWorkbook(`has two names for its part ${entry.fileName}`);
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
