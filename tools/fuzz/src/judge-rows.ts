import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_TABLE_LIMITS, isDialproofError, openTable, type Row } from '@dialproof/core';
import type { FuzzUpload } from './fuzz-input.js';
import { piecesOf } from './upload-outcome.js';
import type { Verdict } from './verdict.js';

/** The scanner of regular rows is in doubt about it, and leaves all that follows to csv-parse. */
const DOUBTFUL_LINE = '"x"y\r\n';

/** What is read of a file: its rows, with where people find them, and how it is refused, if it is. */
interface Reading {
  readonly rows: Row[];
  readonly rowNumbers: number[];
  refusal?: { readonly code: string; readonly hint: string | undefined };
}

/**
 * Reads a file as it is and below a line that the scanner leaves to csv-parse with everything behind it: but for that line there is no
 * difference.
 */
export async function judgeRows(upload: FuzzUpload & { readonly delimiter: string }): Promise<Verdict> {
  try {
    const declaration = `sep=${upload.delimiter}\r\n`;
    const scanned = await readingOf(upload, declaration);
    const parsed = withoutFirstRow(await readingOf(upload, declaration + DOUBTFUL_LINE));
    return {
      outcome: scanned.refusal?.code ?? 'accepted',
      ...(isDeepStrictEqual(scanned, parsed) ? {} : { violation: difference(scanned, parsed) }),
    };
  } catch (error) {
    return { outcome: 'broken', violation: error instanceof Error ? String(error.stack) : String(error) };
  }
}

async function readingOf({ bytes, firstBytes, pieceBytes }: FuzzUpload, above: string): Promise<Reading> {
  const content = piecesOf({
    fileName: 'list.csv',
    bytes: Buffer.concat([Buffer.from(above), bytes]),
    firstBytes: above.length + firstBytes,
    pieceBytes,
  });
  const reading: Reading = { rows: [], rowNumbers: [] };
  const table = await openTable(
    { fileName: 'list.csv', content },
    { limits: DEFAULT_TABLE_LIMITS, tempDirectory: tmpdir(), encoding: 'utf-8' },
  );
  try {
    for await (const { rows, rowNumbers } of table.blocks) {
      reading.rows.push(...rows);
      reading.rowNumbers.push(...rowNumbers);
    }
  } catch (error) {
    if (!isDialproofError(error)) throw error;
    // Rows of a refused file come in blocks, and the first row moves the others into another one.
    return { rows: [], rowNumbers: [], refusal: { code: error.code, hint: error.hint } };
  }
  return reading;
}

/** The reading as it would be without the doubtful line. */
function withoutFirstRow({ rows, rowNumbers, refusal }: Reading): Reading {
  return {
    rows: rows.slice(1),
    rowNumbers: rowNumbers.slice(1).map((number) => number - 1),
    ...(refusal === undefined ? {} : { refusal: { code: refusal.code, hint: placedAbove(refusal.hint) } }),
  };
}

function placedAbove(hint: string | undefined): string | undefined {
  return hint
    ?.replace(/byte (\d+)/, (_, byte) => `byte ${Number(byte) - DOUBTFUL_LINE.length}`)
    .replace(', behind row 1)', ')')
    .replace(/\b(row|line) (\d+)/g, (_, what, number) => `${what} ${Number(number) - 1}`);
}

function difference(scanned: Reading, parsed: Reading): string {
  return `the scanner has read ${JSON.stringify(scanned)}, csv-parse ${JSON.stringify(parsed)}`.slice(
    0,
    2_000,
  );
}
