import { readPhoneFile } from '../read-phone-file.js';
import type { ListFile } from './list-file.js';
import type { ListReading } from './number-list.js';

export interface ReadList {
  /** The position of the column that was taken. */
  readonly column: number;
  /** Whether it shows that it holds phones. Otherwise no cell is read. */
  readonly holdsPhones: boolean;
  /** What its cells were read as, without the header. A first row that was taken for one is not read. */
  readonly read: readonly (string | undefined)[];
}

/** Reads a list as a task does. */
export async function readList(
  { dataStart, rows }: ListFile,
  { areaCode, ...settings }: ListReading,
): Promise<ReadList> {
  const { file, numbers } = await readPhoneFile(rows, {
    ...settings,
    ...(areaCode === undefined ? {} : { defaultAreaCode: areaCode }),
  });
  return {
    column: file.phoneColumn?.index ?? 0,
    holdsPhones: file.phoneColumn !== null,
    read: numbers.slice(dataStart),
  };
}
