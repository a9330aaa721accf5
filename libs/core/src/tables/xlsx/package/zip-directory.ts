import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
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
 * Reads a zip's central directory. The file stays the caller's to close: yauzl closes nothing unless it is told to. It refuses names
 * that lead out of the zip by itself. Code: `malformed_file`.
 */
export async function readZipDirectory(file: TempFile, limits: TableLimits): Promise<ZipDirectory> {
  try {
    const zip = await fromFdPromise(file.descriptor, { autoClose: false });
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

/** Parts that share bytes unpack to many times the size of the file, while each part alone looks normal. */
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
