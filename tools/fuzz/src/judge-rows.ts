import { isDeepStrictEqual } from 'node:util';
import { isDialproofError, openPhoneFile, type Row } from '@dialproof/core';
import { parse } from 'csv-parse/sync';
import type { FuzzUpload } from './fuzz-input.js';
import { piecesOf } from './upload-outcome.js';
import type { Verdict } from './verdict.js';

const REFUSED = 'malformed_file';

/** A file in UTF-8 whose delimiter is declared. */
export type CsvFuzzUpload = FuzzUpload & { readonly delimiter: string };

/** Reads a .csv file in UTF-8 whose delimiter is known, and compares its rows with those of csv-parse. */
export async function judgeRows(upload: CsvFuzzUpload): Promise<Verdict> {
  try {
    const read = await readRows(upload);
    if (!Array.isArray(read)) {
      // csv-parse has no limits and accepts wrong bytes. Only a refusal for a quote is compared with it.
      const isForQuotes = read.code === REFUSED && read.hint?.includes('a quote that is opened') === true;
      const isWrong = isForQuotes && !hasDoubtfulQuotes(parsedRows(upload));
      return { outcome: read.code, ...(isWrong ? { violation: `refused: ${read.hint}` } : {}) };
    }
    const parsed = parsedRows(upload);
    const isEqual = hasDoubtfulQuotes(parsed) || isDeepStrictEqual(read, parsed);
    return { outcome: 'accepted', ...(isEqual ? {} : { violation: difference(read, parsed) }) };
  } catch (error) {
    return { outcome: 'broken', violation: error instanceof Error ? String(error.stack) : String(error) };
  }
}

async function readRows({
  bytes,
  delimiter,
  firstBytes,
  pieceBytes,
}: CsvFuzzUpload): Promise<Row[] | { readonly code: string; readonly hint: string | undefined }> {
  const declaration = `sep=${delimiter}\r\n`;
  const content = piecesOf({
    fileName: 'list.csv',
    bytes: Buffer.concat([Buffer.from(declaration), bytes]),
    firstBytes: declaration.length + firstBytes,
    pieceBytes,
  });
  try {
    const file = await openPhoneFile({ fileName: 'list.csv', content }, { encoding: 'utf-8' });
    const rows = [...file.skippedRows, ...(file.hasHeader ? [file.columns] : [])];
    for await (const { cells } of file.rows) rows.push(cells);
    return rows;
  } catch (error) {
    if (!isDialproofError(error)) throw error;
    return { code: error.code, hint: error.hint };
  }
}

/** Undefined if a quote is never closed. */
function parsedRows({ bytes, delimiter }: CsvFuzzUpload): string[][] | undefined {
  try {
    return parse(withoutDosEnd(bytes), {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED') return undefined;
    throw error;
  }
}

/** The library leaves out the byte with which DOS ended texts. */
function withoutDosEnd(bytes: Buffer): Buffer {
  return bytes.at(-1) === 0x1a ? bytes.subarray(0, -1) : bytes;
}

/**
 * Whether a quote is never closed, or closes within a cell. Then csv-parse loses doubled quotes and reads rows as one cell; the library
 * refuses the file.
 */
function hasDoubtfulQuotes(rows: string[][] | undefined): boolean {
  return rows === undefined || rows.flat().some((cell) => /^"(?:[^"]*[\r\n]|[^"]*"[^"]*")/.test(cell));
}

function difference(read: readonly Row[], parsed: unknown): string {
  return `the library has read ${JSON.stringify(read)}, csv-parse ${JSON.stringify(parsed)}`.slice(0, 2_000);
}
