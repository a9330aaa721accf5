import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl';
import { DialproofError, isDialproofError } from '../../../model/errors.js';
import type { TableLimits } from '../../table-limits.js';
import type { TempFile } from './temp-file.js';

/** Bounds hints, which may contain names from the file. */
const MAX_CHARS = 400;

/** The error `malformed_file` for a workbook. `found` ends a sentence that begins with 'the file is named .xlsx but'. */
export function malformedWorkbook(found: string, cause?: unknown): DialproofError {
  return new DialproofError('malformed_file', {
    hint: `the file is named .xlsx but ${found.slice(0, MAX_CHARS)}`,
    cause,
  });
}

export interface ZipDirectory {
  readonly zip: ZipFile;
  /** The entries by their names in lower case. */
  readonly entries: ReadonlyMap<string, Entry>;
}

/** Bytes of the header before a part, without its name. */
const LOCAL_HEADER_BYTES = 30;

/**
 * Reads a zip's central directory. The caller closes the file. yauzl itself refuses names that lead out of the zip. Codes:
 * `malformed_file`, `storage_unavailable`.
 */
export async function readZipDirectory(file: TempFile, limits: TableLimits): Promise<ZipDirectory> {
  try {
    const zip = await fromRandomAccessReaderPromise(new ReadAhead(file), file.size, { autoClose: false });
    if (zip.entryCount > limits.maxZipEntries) {
      throw malformedWorkbook(`holds ${zip.entryCount} files, ${limits.maxZipEntries} are allowed`);
    }
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) {
      const name = entry.fileName.toLowerCase();
      // Readers differ in the choice between two entries of one name, so both are refused.
      if (entries.has(name)) throw malformedWorkbook(`holds two files named ${name}`);
      entries.set(name, entry);
    }
    refuseOverlaps([...entries.values()]);
    return { zip, entries };
  } catch (error) {
    throw isDialproofError(error)
      ? error
      : malformedWorkbook('is not a whole zip: it is cut off or damaged', error);
  }
}

/** Refuses parts that share bytes: they unpack to many times the size of the file, while each part alone looks normal. */
function refuseOverlaps(entries: readonly Entry[]): void {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const [index, { fileName, fileNameRaw, compressedSize, ...entry }] of inOrder.entries()) {
    const end = entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + fileNameRaw.length + compressedSize;
    const next = inOrder[index + 1];
    if (next !== undefined && next.relativeOffsetOfLocalHeader < end) {
      throw malformedWorkbook(`holds files that overlap (${fileName} and ${next.fileName})`);
    }
  }
}

const BLOCK_BYTES = 64 * 1024;

/**
 * Reads the file in blocks. yauzl makes two reads of some fifty bytes for each entry. Each as a read of the file would take several times
 * as long as everything else, 0.4 s for the 5,000 parts that a workbook may have.
 */
class ReadAhead extends RandomAccessReader {
  readonly #file: TempFile;
  #block: Buffer = Buffer.alloc(0);
  #start = 0;

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
    this.#bytes(position, length).then((bytes) => {
      bytes.copy(target, offset);
      done(null);
    }, done);
  }

  async #bytes(position: number, length: number): Promise<Buffer> {
    if (position < this.#start || position + length > this.#start + this.#block.length) {
      const end = Math.min(this.#file.size, position + Math.max(length, BLOCK_BYTES));
      const pieces: Buffer[] = [];
      for await (const piece of this.#file.read(position, end)) pieces.push(piece);
      this.#block = Buffer.concat(pieces);
      this.#start = position;
    }
    const bytes = this.#block.subarray(position - this.#start, position - this.#start + length);
    if (bytes.length < length) throw new Error(`the file ends before byte ${position + length}`);
    return bytes;
  }
}
