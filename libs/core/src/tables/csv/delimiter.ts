import { CsvScanner } from '../csv-scanner.js';

/** How a file separates its cells. */
export interface Delimiter {
  readonly char: string;
  /** The length of a declaration at the start of the file, which is no row: a line like `sep=;` or `"sep=;"`. */
  readonly declarationChars: number;
}

const DEFAULT_DELIMITER = ',';
/** The other delimiters. Of several that fit the sample equally well, the first one wins. */
const OTHER_DELIMITERS = ['\t', '|', ';'] as const;
const MAX_SAMPLE_RECORDS = 200;
/** The share of records that must agree on a character that the first record lacks. */
const CLEAR_MAJORITY = 0.8;
const MISQUOTED_WEIGHT = 0.25;
/** The first record is a header if more than this share of the records have its delimiter. */
const HEADER_SUPPORT = 0.5;

/**
 * Finds the delimiter among comma, semicolon, tab and pipe. `sample` is the start of the file. `complete` says that it is the whole
 * file, so that its last line is whole too.
 *
 * A character that separates a header wins: rows of different lengths agree less on their delimiter than on the one decimal comma in
 * each. Otherwise the character wins that gives most records the same number of cells. The comma is the default. It loses a tie if
 * every comma could be a decimal comma or part of a sentence.
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

/** A header and a single row may each have a delimiter that the other lacks; then the header's counts. */
function isFirstWith(found: Agreement, best: Agreement): boolean {
  return found.inFirst && !best.inFirst;
}

interface Agreement {
  /** The share of records that have the most frequent number of delimiters above 0. */
  readonly share: number;
  /** The share, lowered if quotes end inside cells: then another character separates them. */
  readonly score: number;
  readonly inFirst: boolean;
  /** Whether the first record has one that is no part of its text, and enough of the records have any. */
  readonly separatesHeader: boolean;
  /** Whether every delimiter stands between two digits or before a space. */
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

/** Counts the delimiters between the cells of each of the first records that are not blank. */
function countDelimiters(sample: string, delimiter: string, complete: boolean) {
  const counts: number[] = [];
  let onlyInText = true;
  let isPlainInFirst = false;
  let misquoted = false;
  let recordStart = 0;
  let count = 0;
  const scanner = new CsvScanner(sample, delimiter);
  while (counts.length < MAX_SAMPLE_RECORDS && scanner.nextCell()) {
    const { start, end, closingQuote, isQuoted, endsLine } = scanner;
    if (count === 0) recordStart = start;
    const isCutOff = !complete && end === sample.length;
    misquoted ||= closingQuote !== -1 && !isQuoted && !(isCutOff && closingQuote === end);
    if (!endsLine) {
      count += 1;
      const inText = isInText(sample, end);
      onlyInText &&= inText;
      isPlainInFirst ||= counts.length === 0 && !inText;
    } else {
      const isBlank = end === recordStart;
      if (!isBlank && (!isCutOff || counts.length === 0)) counts.push(count);
      count = 0;
    }
  }
  return { counts, onlyInText, isPlainInFirst, misquoted };
}

/** Whether the delimiter could be a decimal comma, or part of a sentence. */
function isInText(sample: string, position: number): boolean {
  const next = sample.charAt(position + 1);
  const isDecimal = sample[position] === ',' && /\d/.test(sample.charAt(position - 1)) && /\d/.test(next);
  return next === ' ' || isDecimal;
}
