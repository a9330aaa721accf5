import { isUtf8 } from 'node:buffer';
import { DEFAULT_TABLE_LIMITS, type ErrorCode, type Row } from '@dialproof/core';
import iconv from 'iconv-lite';
import type { UndamagedCsv } from '../files/fuzz-input.js';
import { rowsByTheRules } from './csv-by-the-rules.js';
import { isResultOf } from './result-rows.js';
import type { UploadOutcome } from './upload-outcome.js';

const DELIMITERS = [',', ';', '\t', '|'];
/** The first bytes of zips and old workbooks, which damage can produce. Such a file is refused, whatever its name. */
const BINARY_FORMATS = ['PK\x03\x04', 'PK\x05\x06', '\xd0\xcf\x11\xe0'];
/** Refusals of text that is split at other delimiters than its own. */
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
    // A refusal does not name the guessed encoding. Bytes that are invalid in one encoding may be characters in another.
    const isRight =
      undamaged === undefined && (expected === undefined || expected.mayBeRefused)
        ? UNSURE_REFUSALS.includes(outcome.code)
        : expected !== undefined &&
          readings(expected.text, undamaged?.delimiter).some((rows) => mayRefuse(outcome.code, rows));
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
  const isOne = readings(written, undamaged?.delimiter).some(
    (rows) => rows !== undefined && isResultOf(outcome, rows, isSame),
  );
  return isOne ? undefined : 'the rows are not those of the file';
}

/** Short rows are filled with empty cells. */
function isSame(text: string, cell = ''): boolean {
  return text === cell;
}

/** The rows by each delimiter that is possible. */
function readings(text: string, delimiter: string | undefined): (readonly Row[] | undefined)[] {
  const [declaration, , declared] = /^(?:("?)sep=([^"\r\n])\1)(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  const known = declared ?? delimiter;
  const rest = text.slice(declaration?.length ?? 0);
  return (known === undefined ? DELIMITERS : [known]).map((char) => rowsByTheRules(rest, char));
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

/** The text of a .csv file, decoded independently of the library. Undefined when it has to be refused. */
interface ExpectedText {
  readonly text: string;
  /** Whether refusing it is right too: it is no UTF-8, and it depends on its characters whether it passes for Windows-1252. */
  readonly mayBeRefused: boolean;
}

/** Where Windows-1252 has no character, the library gives the control character of that number, as browsers do. */
const WITHOUT_CHARACTER = /[\x81\x8d\x8f\x90\x9d]/;

/** The end of a text file in DOS, which belongs to no cell. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is one
const DOS_END = /\x1a$/;

/** `readAs` is the encoding that an accepted file was read in. */
function expectedText(bytes: Buffer, readAs: string | null): ExpectedText | undefined {
  const decodedText = decoded(bytes, readAs);
  if (decodedText === undefined || decodedText.text.includes('\0')) return undefined;
  return { ...decodedText, text: decodedText.text.replace(DOS_END, '') };
}

function decoded(bytes: Buffer, readAs: string | null): ExpectedText | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return strict('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return strict('utf-16be', bytes);
  const isMarked = bytes.subarray(0, 3).equals(Buffer.from('\ufeff'));
  if (readAs?.startsWith('utf-16')) return isMarked ? undefined : strict(readAs, bytes);
  if (isMarked || isUtf8(bytes)) return strict('utf-8', bytes);
  if (readAs === null || readAs === 'windows-1252') return { text: windows1252(bytes), mayBeRefused: true };
  const text = BY_ICONV.has(readAs) ? iconv.decode(bytes, readAs) : strict(readAs, bytes)?.text;
  return text === undefined || text.includes('\ufffd') ? undefined : { text, mayBeRefused: true };
}

/** Encodings of which TextDecoder lacks characters. */
const BY_ICONV = new Set(['shift_jis', 'euc-kr', 'big5']);

function strict(encoding: string, bytes: Buffer): ExpectedText | undefined {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), mayBeRefused: false };
  } catch {
    return undefined;
  }
}

function windows1252(bytes: Buffer): string {
  const raw = bytes.toString('latin1');
  return [...iconv.decode(bytes, 'windows-1252')]
    .map((char, index) => (WITHOUT_CHARACTER.test(raw[index] ?? '') ? raw[index] : char))
    .join('');
}
