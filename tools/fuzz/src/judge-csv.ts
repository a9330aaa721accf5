import { isDeepStrictEqual } from 'node:util';
import { DEFAULT_TABLE_LIMITS, type ErrorCode, type Row } from '@dialproof/core';
import { comparable, rowsByPapaparse } from './csv-by-papaparse.js';
import { rowsByTheRules } from './csv-by-the-rules.js';
import { expectedText } from './decoded-text.js';
import type { UndamagedCsv } from './fuzz-input.js';
import { isResultOf } from './result-rows.js';
import type { UploadOutcome } from './upload-outcome.js';

const DELIMITERS = [',', ';', '\t', '|'];
/** What other formats begin with that damage can make, zips and old workbooks: such a file is refused, whatever its name. */
const BINARY_FORMATS = ['PK\x03\x04', 'PK\x05\x06', '\xd0\xcf\x11\xe0'];
/** What comes of text that is cut at other places than it was written with. */
const UNSURE_REFUSALS: readonly ErrorCode[] = ['cell_too_large', 'too_many_columns', 'empty_file'];
/** JSON, which may have a mark in front as every text. */
const TEXT_FORMAT = /^(?:\xef\xbb\xbf)?\["/;

/**
 * What is wrong about the outcome of a .csv upload, or undefined. Where nothing was damaged, the rows have to be those of the file
 * with the delimiter it was written with; else those with one of them, since damage may leave nobody able to tell which.
 */
export function judgeCsv(
  bytes: Buffer,
  outcome: UploadOutcome,
  undamaged?: UndamagedCsv,
): string | undefined {
  const expected = expectedText(bytes, outcome.kind === 'accepted' ? outcome.encoding : null);
  if (outcome.kind === 'refused') {
    const excused = isOtherFormat(bytes) || expected === undefined || expected.mayBeRefused;
    if (undamaged === undefined && excused && outcome.code === 'malformed_file') return undefined;
    // A refusal does not say the encoding that was guessed. What is no character there may have been read as one before: half a character
    // less, and UTF-16 has no line ends.
    const isRight =
      undamaged === undefined && (expected === undefined || expected.mayBeRefused)
        ? UNSURE_REFUSALS.includes(outcome.code)
        : expected !== undefined &&
          readings(expected.text, undamaged?.delimiter).some(({ rows }) => mayRefuse(outcome.code, rows));
    return isRight ? undefined : `refused without reason: ${outcome.code}, ${outcome.hint}`;
  }
  if (expected === undefined || isOtherFormat(bytes)) return 'accepted, but it is no text';
  const { encoding, result, skipped, total } = outcome;
  if (undamaged !== undefined && encoding !== undamaged.encoding) {
    return `written in ${undamaged.encoding}, but read as ${encoding}`;
  }
  const dataRows = result.length - skipped - 1;
  if (total !== dataRows) return `${total} rows in the task, ${dataRows} in the result`;
  // The end-of-file byte of DOS is no part of the last row.
  const written = expected.text.endsWith('\x1a') ? expected.text.slice(0, -1) : expected.text;
  const matching = readings(written, undamaged?.delimiter).filter(
    ({ rows }) => rows !== undefined && isResultOf(outcome, rows, isSame),
  );
  if (matching.length === 0) return 'the rows are not those of the file';
  const isDoubted = ({ text, delimiter, rows = [] }: Reading): boolean => {
    const other = rowsByPapaparse(text, delimiter);
    return other !== undefined && !isDeepStrictEqual(other, comparable(rows));
  };
  return matching.every(isDoubted) ? 'the rows are not those that papaparse reads' : undefined;
}

/** A short row is filled up. */
function isSame(text: string, cell = ''): boolean {
  return text === cell;
}

interface Reading {
  readonly delimiter: string;
  readonly text: string;
  readonly rows: readonly Row[] | undefined;
}

function readings(text: string, delimiter: string | undefined): Reading[] {
  const [declaration, , declared] = /^(?:("?)sep=([^"\r\n])\1)(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  const rest = text.slice(declaration?.length ?? 0);
  const known = declared ?? delimiter;
  const possible = known === undefined ? DELIMITERS : [known];
  return possible.map((char) => ({ delimiter: char, text: rest, rows: rowsByTheRules(rest, char) }));
}

function mayRefuse(code: ErrorCode, rows: readonly Row[] | undefined): boolean {
  const { maxCsvCellChars, maxColumns } = DEFAULT_TABLE_LIMITS;
  switch (code) {
    case 'malformed_file':
      return rows === undefined;
    case 'empty_file':
      return rows !== undefined && rows.length < 2;
    // A quote that is not closed takes in what follows until a limit is reached, or the end of the file.
    case 'too_many_columns':
      return rows?.some((row) => row.length > maxColumns) ?? true;
    case 'cell_too_large':
      return rows?.some((row) => row.some((cell) => cell.length > maxCsvCellChars)) ?? true;
    default:
      return false;
  }
}

function isOtherFormat(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 8);
  return TEXT_FORMAT.test(start) || BINARY_FORMATS.some((format) => start.startsWith(format));
}
