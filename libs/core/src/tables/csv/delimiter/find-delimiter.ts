import { type Agreement, agreement, DEFAULT_DELIMITER } from './agreement.js';

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
/** The share of records that must agree on a character that the first record lacks. */
const CLEAR_MAJORITY = 0.8;

/**
 * Finds the delimiter among comma, semicolon, tab and pipe. `sample` is the start of the file in UTF-8. `complete` says that it is the whole
 * file, so that its last line is whole too.
 *
 * A character that cuts every record into the same number of cells, two at least, wins. Next comes one that separates a header: rows
 * of different lengths agree less on their delimiter than on the one decimal comma in each. Next, one that cuts all records alike but
 * some lines at the top. Otherwise the character wins that gives most records the same number of cells. The comma is the default.
 * It loses a tie if every comma could be a decimal comma or part of a sentence.
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
