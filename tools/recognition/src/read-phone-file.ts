import { openPhoneFile, type PhoneFile, type PhoneFileOptions } from '@dialproof/core';
import { stringify } from 'csv-stringify/sync';

/** The result of reading a file with the library. */
export interface ReadPhoneFile {
  readonly file: PhoneFile;
  /** The number in each row's phone cell. Undefined also for the header and the rows above it. */
  readonly numbers: readonly (string | undefined)[];
}

/** Reads rows as a .csv with these cells, as a task does. */
export async function readPhoneFile(
  rows: readonly (readonly string[])[],
  options: PhoneFileOptions,
): Promise<ReadPhoneFile> {
  // In quotes, a row of one empty cell is no blank line.
  const content = Buffer.from(stringify([...rows], { quoted: true, quoted_empty: true }));
  const file = await openPhoneFile({ fileName: 'list.csv', content }, options);
  const numbers: (string | undefined)[] = rows.map(() => undefined);
  for await (const { number, row } of file.rows) numbers[row - 1] = number ?? undefined;
  return { file, numbers };
}
