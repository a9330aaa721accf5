import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry } from 'yauzl';
import { DialproofError, isDialproofError } from '../../../model/errors.js';
import type { TableLimits } from '../../table-limits.js';
import type { TempFile } from './temp-file.js';
import { BlankXml, type XmlPart, xmlText } from './xml-part.js';
import { malformedWorkbook, readZipDirectory, type ZipDirectory } from './zip-directory.js';

/** Up to this size, a high ratio alone is not refused: long formulas that differ in a row number compress a hundred times. */
const UNJUDGED_BYTES = 48 * 1024 * 1024;

/** The allowed markup of parts with a high ratio, beyond the ratio. */
const UNJUDGED_MARKUP_BYTES = 4 * 1024 * 1024;

/** The bytes that a tag, an attribute or an entity counts at most. It costs more than text. */
const BYTES_PER_MARK = 16;

/** `<`, `=` and `&` begin a tag, an attribute's value and an entity. */
const [TAG, VALUE, ENTITY] = [0x3c, 0x3d, 0x26];

/**
 * Limits the unpacked size of all read parts of a workbook by their packed size. A part beyond the ratio is still read if it is not large
 * and has long texts and little markup, since markup takes the time.
 */
class UnpackingBudget {
  readonly #limits: TableLimits;
  #packedBytes = 0;
  #declaredBytes = 0;
  #bytes = 0;
  /** The counted bytes. In parts with a high ratio, bytes without markup do not count. */
  #countedBytes = 0;
  #isHigh = false;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  /** The packed bytes of all opened parts. */
  get packedBytes(): number {
    return this.#packedBytes;
  }

  /** Opens a part. Codes: `malformed_file`, `file_too_large`. */
  open(name: string, packedBytes: number, declaredBytes: number): void {
    const { maxBlankXmlBytes } = this.#limits;
    this.#packedBytes += packedBytes;
    this.#declaredBytes = this.#bytes + declaredBytes;
    this.#isHigh = this.#declaredBytes > this.#allowed(maxBlankXmlBytes);
    if (this.#declaredBytes > this.#allowed(Math.max(maxBlankXmlBytes, UNJUDGED_BYTES)))
      throw this.#ratioTooHigh(name);
    this.#assertWithinLimit(this.#declaredBytes);
  }

  /** Counts an unpacked piece of the part. Codes: `malformed_file`, `file_too_large`. */
  add(name: string, piece: Uint8Array): void {
    this.#bytes += piece.length;
    this.#assertWithinLimit(this.#bytes);
    this.#countedBytes += this.#isHigh
      ? Math.min(piece.length, BYTES_PER_MARK * marksIn(piece))
      : piece.length;
    if (this.#isHigh && this.#countedBytes > this.#allowed(UNJUDGED_MARKUP_BYTES))
      throw this.#ratioTooHigh(name);
  }

  #allowed(beyondRatio: number): number {
    return beyondRatio + this.#limits.maxCompressionRatio * this.#packedBytes;
  }

  #ratioTooHigh(name: string): DialproofError {
    const ratio = Math.round(this.#declaredBytes / this.#packedBytes);
    return malformedWorkbook(`unpacks to ${ratio} times its size (${name}), as no real sheet does`);
  }

  #assertWithinLimit(bytes: number): void {
    const { maxUnpackedBytes } = this.#limits;
    if (bytes <= maxUnpackedBytes) return;
    throw new DialproofError('file_too_large', {
      hint: `the workbook unpacks to more than the ${maxUnpackedBytes} bytes that are allowed`,
    });
  }
}

function marksIn(piece: Uint8Array): number {
  let marks = 0;
  for (const byte of piece) if (byte === TAG || byte === VALUE || byte === ENTITY) marks += 1;
  return marks;
}

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

  /** The caller closes the file. Codes: `malformed_file`, `storage_unavailable`. */
  static async open(file: TempFile, limits: TableLimits): Promise<ZipParts> {
    return new ZipParts(file, await readZipDirectory(file, limits), limits);
  }

  has(name: string): boolean {
    return this.#directory.entries.has(name.toLowerCase());
  }

  /** The names of the parts in lower case. */
  names(): IterableIterator<string> {
    return this.#directory.entries.keys();
  }

  /**
   * A part, which is opened when its text is iterated, and closed when the iteration ends, also an early one. Codes of the iteration:
   * `malformed_file`, also for a part that declares more than `maxBytes`, `file_too_large` and `storage_unavailable`.
   */
  xml(name: string, maxBytes = Number.POSITIVE_INFINITY): XmlPart {
    return { name, text: this.#text(name, maxBytes), blank: this.#blank };
  }

  /**
   * The most characters of a part's rows. Each cell with a shared text repeats the text, so the compression ratio limits them too, beyond
   * the repeats of a normal file.
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

  /**
   * The offset of an entry's data. Streaming readers use the name in the local header, so both names have to be equal. Code:
   * `malformed_file`.
   */
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
