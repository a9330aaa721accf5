import { findPhoneColumn, readingOf, readPhoneCell } from '@dialproof/core';
import type { ListFile } from './list-file.js';
import type { ListReading } from './number-list.js';

/** How many rows a file's column is found from: a header and the first hundred. */
const SAMPLE_ROWS = 101;

export interface ReadList {
  /** The position of the column that was taken. */
  readonly column: number;
  /** Whether it shows that it holds phones. Otherwise no cell is read. */
  readonly holdsPhones: boolean;
  /** What its cells were read as, without the header. A first row that was taken for one is not read. */
  readonly read: readonly (string | undefined)[];
}

/** Finds the column of a list and reads its cells, in the way of a file's intake; a test compares the two. */
export async function readList({ dataStart, rows }: ListFile, reading: ListReading): Promise<ReadList> {
  const found = await findPhoneColumn(rows.slice(0, SAMPLE_ROWS), reading);
  const cellReading = readingOf(found, reading);
  const read = rows.map((row, index) =>
    found.holdsPhones && index >= found.dataStart
      ? readPhoneCell(row[found.index] ?? '', cellReading)
      : undefined,
  );
  return { column: found.index, holdsPhones: found.holdsPhones, read: read.slice(dataStart) };
}
