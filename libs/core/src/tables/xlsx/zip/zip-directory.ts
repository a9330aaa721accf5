import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { isDialproofError } from '../../../model/errors.js';
import type { TableLimits } from '../../table-limits.js';
import { malformedWorkbook } from '../malformed-workbook.js';
import type { TempFile } from '../temp-file.js';
import { ReadAhead } from './read-ahead.js';

export interface ZipDirectory {
  readonly zip: ZipFile;
  /** By name in lower case. */
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
    const zip = await fromRandomAccessReaderPromise(new ReadAhead(file), file.size, { autoClose: false });
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
    refuseOverlaps([...entries.values()]);
    return { zip, entries };
  } catch (error) {
    throw isDialproofError(error)
      ? error
      : malformedWorkbook('is not a whole zip: it is cut off or damaged', error);
  }
}

/** Parts that share bytes unpack to many times what the file holds, while each one looks honest. */
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
