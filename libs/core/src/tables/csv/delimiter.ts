/** How a file separates its cells. */
export interface Delimiter {
  readonly char: string;
  /** Characters at the start of the file that say so and are no row: a line like `sep=;` or `"sep=;"`. */
  readonly declarationChars: number;
}

const DEFAULT_DELIMITER = ',';
/** Besides the comma, in the order in which they win when the sample speaks for several. */
const OTHER_DELIMITERS = ['\t', '|', ';'] as const;
const MAX_SAMPLE_RECORDS = 200;
/** The share of records that must agree before a character that the first record lacks is taken for the delimiter. */
const CLEAR_MAJORITY = 0.8;
const MISQUOTED_WEIGHT = 0.25;
/** More than this share of the records must have a character of the first one for the first one to be a header. */
const HEADER_SUPPORT = 0.5;

/**
 * Finds the delimiter among comma, semicolon, tab and pipe. `sample` is the start of the file; `complete` says whether it is all of
 * it, so that its last line is whole.
 *
 * What separates a header wins over what does not: short and long rows agree less on the delimiter than on the one decimal comma
 * in each. Beside that, the character that gives most records the same number of cells wins. The comma is the default, and loses a
 * tie when each of its commas could be a decimal comma or part of a sentence.
 */
export function findDelimiter(sample: string, complete: boolean): Delimiter {
  const declared = /^("?)sep=([^\r\n"])\1(?:\r\n|\n|\r|$)/i.exec(sample);
  if (declared?.[2] !== undefined) return { char: declared[2], declarationChars: declared[0].length };
  let best = { char: DEFAULT_DELIMITER, ...agreement(sample, DEFAULT_DELIMITER, complete) };
  for (const char of OTHER_DELIMITERS) {
    const found = agreement(sample, char, complete);
    if (isBetter(found, best, best.char === DEFAULT_DELIMITER && best.onlyInText)) best = { char, ...found };
  }
  return { char: best.char, declarationChars: 0 };
}

function isBetter(found: Agreement, best: Agreement, winsTie: boolean): boolean {
  if (found.separatesHeader !== best.separatesHeader) return found.separatesHeader;
  if (!found.inFirst && found.share < CLEAR_MAJORITY) return false;
  return found.score > best.score || (found.score === best.score && (winsTie || isFirstWith(found, best)));
}

/** Of a header and one row, each half speaks for its own character. */
function isFirstWith(found: Agreement, best: Agreement): boolean {
  return found.inFirst && !best.inFirst;
}

interface Agreement {
  /** The share of records that have the most frequent number of delimiters, of those that have any. */
  readonly share: number;
  /** The share, or a part of it when quotes do not end where cells do, which says that another character separates them. */
  readonly score: number;
  readonly inFirst: boolean;
  /** Whether the first record has one that is no part of its text, and enough of the others have any. */
  readonly separatesHeader: boolean;
  /** Whether every one stands between two digits or before a space. */
  readonly onlyInText: boolean;
}

function agreement(sample: string, delimiter: string, complete: boolean): Agreement {
  const { counts, onlyInText, isPlainInFirst, misquoted } = countDelimiters(sample, delimiter, complete);
  const frequencies = new Map<number, number>();
  let some = 0;
  for (const count of counts) {
    if (count === 0) continue;
    frequencies.set(count, (frequencies.get(count) ?? 0) + 1);
    some += 1;
  }
  const most = Math.max(0, ...frequencies.values());
  const share = counts.length === 0 ? 0 : most / counts.length;
  const score = misquoted ? share * MISQUOTED_WEIGHT : share;
  const separatesHeader = isPlainInFirst && !misquoted && some > counts.length * HEADER_SUPPORT;
  return { share, score, inFirst: (counts[0] ?? 0) > 0, separatesHeader, onlyInText };
}

/** The delimiters outside of quotes in each of the first records that are not blank. */
function countDelimiters(sample: string, delimiter: string, complete: boolean) {
  const delimiterCode = delimiter.charCodeAt(0);
  const counts: number[] = [];
  let onlyInText = true;
  let isPlainInFirst = false;
  let misquoted = false;
  let quoted = false;
  let cellStart = 0;
  let recordStart = 0;
  let count = 0;
  let position = 0;
  for (; position < sample.length && counts.length < MAX_SAMPLE_RECORDS; position += 1) {
    const code = sample.charCodeAt(position);
    if (code === QUOTE && (quoted || position === cellStart)) {
      quoted = !quoted;
      const next = sample.charAt(position + 1);
      // A doubled quote closes and opens again at once.
      if (!quoted && next === '"') cellStart = position + 1;
      else misquoted ||= !quoted && !endsCell(next, delimiter);
    } else if (quoted) {
      // Neither delimiters nor line ends count in quotes.
    } else if (code === delimiterCode) {
      count += 1;
      cellStart = position + 1;
      const inText = isInText(sample, position);
      onlyInText &&= inText;
      isPlainInFirst ||= counts.length === 0 && !inText;
    } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      if (position > recordStart) counts.push(count);
      count = 0;
      recordStart = position + 1;
      cellStart = recordStart;
    }
  }
  misquoted ||= complete && quoted;
  const lastIsWhole = complete || counts.length === 0;
  if (lastIsWhole && position > recordStart) counts.push(count);
  return { counts, onlyInText, isPlainInFirst, misquoted };
}

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function endsCell(char: string, delimiter: string): boolean {
  return char === delimiter || char === '\n' || char === '\r' || char === '';
}

/** Whether it could be a decimal comma, or a sign in a sentence. */
function isInText(sample: string, position: number): boolean {
  const next = sample.charAt(position + 1);
  const isDecimal = sample[position] === ',' && /\d/.test(sample.charAt(position - 1)) && /\d/.test(next);
  return next === ' ' || isDecimal;
}
