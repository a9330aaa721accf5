import { CsvScanner } from './csv-scanner.js';

/** How a file separates its cells. */
export interface Delimiter {
  readonly char: string;
  /** The length of a declaration at the start of the file, such as the line `sep=;` or `"sep=;"`. It is not a row. */
  readonly declarationBytes: number;
}

const DECLARATION = /^("?)sep=([^\r\n"])\1(?:\r\n|\n|\r|$)/i;
/** Longer than any declaration, so that `$` is the end of the sample. */
const MAX_DECLARATION_BYTES = 32;

/** The other delimiters. Of several that fit the sample equally well, the first one wins. */
const OTHER_DELIMITERS = ['\t', '|', ';'] as const;
/** The share of records that must agree on a delimiter that the first record lacks. */
const CLEAR_MAJORITY = 0.8;

/**
 * Finds the delimiter among comma, semicolon, tab and pipe. `sample` is the start of the file in UTF-8. `complete` says that it is the
 * whole file, so that its last line is whole too.
 *
 * A character that cuts every record into the same number of cells, two at least, wins. Next comes one that separates a header: rows of
 * different lengths agree less on their delimiter than on the one decimal comma in each. Next, one that cuts all records alike but some
 * lines at the top. Otherwise the character wins that gives most records the same number of cells. The comma is the default. It loses a tie
 * if every comma could be a decimal comma or part of a sentence.
 */
export function findDelimiter(sample: Buffer, complete: boolean): Delimiter {
  const declared = DECLARATION.exec(sample.toString('utf8', 0, MAX_DECLARATION_BYTES));
  if (declared?.[2] !== undefined) {
    return { char: declared[2], declarationBytes: Buffer.byteLength(declared[0]) };
  }
  let best = { char: DEFAULT_DELIMITER, ...agreement(sample, DEFAULT_DELIMITER, complete) };
  for (const char of OTHER_DELIMITERS) {
    const found = agreement(sample, char, complete);
    if (isBetter(found, best, best.char === DEFAULT_DELIMITER && best.onlyInText)) best = { char, ...found };
  }
  return { char: best.char, declarationBytes: 0 };
}

/** Whether `found` separates the cells better than `best`, by the rules of {@link findDelimiter} in their order. */
function isBetter(found: Agreement, best: Agreement, winsTie: boolean): boolean {
  const clear = compare(found.full, best.full) || found.headerEvidence - best.headerEvidence;
  if (clear !== 0) return clear > 0;
  if (found.full.length > 0) return false;
  const below = compare(found.below, best.below);
  return below === 0 ? agreesMore(found, best, winsTie) : below > 0;
}

/** Compares characters on which only a part of the records agrees. */
function agreesMore(found: Agreement, best: Agreement, winsTie: boolean): boolean {
  if (!found.inFirst && found.share < CLEAR_MAJORITY) return false;
  if (found.score !== best.score) return found.score > best.score;
  // A header and a single row may each have a delimiter that the other lacks; then the header's counts.
  return winsTie || (found.inFirst && !best.inFirst);
}

function compare(one: readonly number[], other: readonly number[]): number {
  if (one.length !== other.length) return one.length - other.length;
  for (const [index, value] of one.entries()) {
    const difference = value - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

const DEFAULT_DELIMITER = ',';
const MISQUOTED_WEIGHT = 0.25;
/** The first record is a header if more than this share of the records have its delimiter. */
const HEADER_SUPPORT = 0.5;
/** How many lines may stand above a table. */
const MAX_LINES_ABOVE = 20;

interface Evidence {
  /** The share of records that have the most frequent number of delimiters above 0. */
  readonly share: number;
  /** The share, lowered if quotes end inside cells: then another character separates them. */
  readonly score: number;
  readonly inFirst: boolean;
  /**
   * Whether the first record is a header: 2 if it has a delimiter that is not part of its text and enough of the records have one; 1 if
   * spaces follow the delimiter.
   */
  readonly headerEvidence: 0 | 1 | 2;
  /** The last records that have the same number of delimiters, and the number of records above them. */
  readonly alike: { readonly above: number; readonly records: number; readonly count: number };
  /** Whether every delimiter stands between two digits or before a space. */
  readonly onlyInText: boolean;
  /** Whether quotes end inside cells. */
  readonly misquoted: boolean;
}

/** How well the records of a sample agree on a delimiter. */
interface Agreement extends Evidence {
  /** See {@link fullAgreement}. */
  readonly full: readonly number[];
  /** See {@link agreementBelow}. */
  readonly below: readonly number[];
}

/** Weighs a delimiter by the first records of `sample`; `complete` says that it is the whole file. */
function agreement(sample: Buffer, delimiter: string, complete: boolean): Agreement {
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
  const inFirst = (counts[0] ?? 0) > 0;
  const isSupported = !misquoted && some > counts.length * HEADER_SUPPORT;
  // Spaces follow the semicolons of some tables, but the commas of every sentence.
  const isSpaced = inFirst && delimiter !== DEFAULT_DELIMITER;
  const headerEvidence = isSupported ? (isPlainInFirst ? 2 : isSpaced ? 1 : 0) : 0;
  const alike = alikeAtTheEnd(counts);
  const evidence = { share, score, inFirst, headerEvidence, alike, onlyInText, misquoted } as const;
  return { ...evidence, full: fullAgreement(evidence), below: agreementBelow(evidence) };
}

function alikeAtTheEnd(counts: readonly number[]): Evidence['alike'] {
  const count = counts.at(-1) ?? 0;
  const above = counts.findLastIndex((other) => other !== count) + 1;
  return { above, records: counts.length - above, count };
}

/**
 * How well all records agree, the most important first; empty if they do not. One record agrees with itself, and parts of texts may agree
 * by chance.
 */
function fullAgreement({ alike, onlyInText, misquoted }: Evidence): readonly number[] {
  const agree = alike.count > 0 && alike.above === 0 && alike.records > 1 && !onlyInText;
  return agree ? [misquoted ? 0 : 1, alike.count] : [];
}

/** How well the records below the first lines agree. Decimal commas, or commas in a text, may agree below a line by chance. */
function agreementBelow({ alike, onlyInText, misquoted, headerEvidence }: Evidence): readonly number[] {
  const { above, count, records } = alike;
  if (headerEvidence > 0 || onlyInText || misquoted || above === 0 || above > MAX_LINES_ABOVE) return [];
  return count > 0 && records >= Math.max(2, above) ? [records, count] : [];
}

const MAX_SAMPLE_RECORDS = 200;

const SPACE = 32;
const COMMA = 44;

/** Counts the delimiters between the cells of each of the first records that are not blank. */
function countDelimiters(sample: Buffer, delimiter: string, complete: boolean) {
  const counts: number[] = [];
  let onlyInText = true;
  let isPlainInFirst = false;
  let misquoted = false;
  const scanner = new CsvScanner(delimiter);
  for (let start = 0; start < sample.length && counts.length < MAX_SAMPLE_RECORDS; start = scanner.next) {
    scanner.read(sample, start, true);
    if (scanner.start === scanner.end) continue;
    const isCutOff = !complete && scanner.end === sample.length;
    misquoted ||= scanner.isMisquoted && !(isCutOff && scanner.fault === 'unclosed');
    for (let cell = 0; cell < scanner.cells - 1; cell += 1) {
      const inText = isInText(sample, scanner.cellEnd(cell));
      onlyInText &&= inText;
      isPlainInFirst ||= counts.length === 0 && !inText;
    }
    if (!isCutOff || counts.length === 0) counts.push(scanner.cells - 1);
  }
  return { counts, onlyInText, isPlainInFirst, misquoted };
}

/** Whether the delimiter could be a decimal comma, or part of a sentence. */
function isInText(sample: Buffer, at: number): boolean {
  const next = sample[at + 1];
  return next === SPACE || (sample[at] === COMMA && isDigit(sample[at - 1]) && isDigit(next));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
