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

/**
 * Finds the delimiter among comma, semicolon, tab and pipe. `sample` is the start of the file; `complete` says whether it is all of
 * it, so that its last line is whole.
 *
 * The character that gives most records the same number of cells wins. The comma is the default, and loses a tie when each of its
 * commas could be a decimal comma or part of a sentence.
 */
export function findDelimiter(sample: string, complete: boolean): Delimiter {
  const declared = /^("?)sep=([^\r\n"])\1(?:\r\n|\n|\r|$)/i.exec(sample);
  if (declared?.[2] !== undefined) return { char: declared[2], declarationChars: declared[0].length };
  let best = { char: DEFAULT_DELIMITER, ...agreement(sample, DEFAULT_DELIMITER, complete) };
  for (const char of OTHER_DELIMITERS) {
    const found = agreement(sample, char, complete);
    if (!found.inFirst && found.share < CLEAR_MAJORITY) continue;
    const winsTie = best.char === DEFAULT_DELIMITER && best.onlyInText;
    if (found.score > best.score || (found.score === best.score && winsTie)) best = { char, ...found };
  }
  return { char: best.char, declarationChars: 0 };
}

interface Agreement {
  /** The share of records that have the most frequent number of delimiters, of those that have any. */
  readonly share: number;
  /** The share, or a part of it when quotes do not end where cells do, which says that another character separates them. */
  readonly score: number;
  readonly inFirst: boolean;
  /** Whether every one stands between two digits or before a space. */
  readonly onlyInText: boolean;
}

function agreement(sample: string, delimiter: string, complete: boolean): Agreement {
  const { counts, onlyInText, misquoted } = countDelimiters(sample, delimiter, complete);
  const frequencies = new Map<number, number>();
  for (const count of counts) {
    if (count > 0) frequencies.set(count, (frequencies.get(count) ?? 0) + 1);
  }
  const most = Math.max(0, ...frequencies.values());
  const share = counts.length === 0 ? 0 : most / counts.length;
  const score = misquoted ? share * MISQUOTED_WEIGHT : share;
  return { share, score, inFirst: (counts[0] ?? 0) > 0, onlyInText };
}

/** The delimiters outside of quotes in each of the first records that are not blank. */
function countDelimiters(sample: string, delimiter: string, complete: boolean) {
  const counts: number[] = [];
  let onlyInText = true;
  let misquoted = false;
  let quoted = false;
  let cellStart = 0;
  let recordStart = 0;
  let count = 0;
  let position = 0;
  for (; position < sample.length && counts.length < MAX_SAMPLE_RECORDS; position += 1) {
    const char = sample.charAt(position);
    if (char === '"' && (quoted || position === cellStart)) {
      quoted = !quoted;
      const next = sample.charAt(position + 1);
      // A doubled quote closes and opens again at once.
      if (!quoted && next === '"') cellStart = position + 1;
      else misquoted ||= !quoted && !endsCell(next, delimiter);
    } else if (quoted) {
      // Neither delimiters nor line ends count in quotes.
    } else if (char === delimiter) {
      count += 1;
      cellStart = position + 1;
      onlyInText &&= isInText(sample, position);
    } else if (char === '\n' || char === '\r') {
      if (position > recordStart) counts.push(count);
      count = 0;
      recordStart = position + 1;
      cellStart = recordStart;
    }
  }
  const lastIsWhole = complete || counts.length === 0;
  if (lastIsWhole && position > recordStart) counts.push(count);
  return { counts, onlyInText, misquoted };
}

function endsCell(char: string, delimiter: string): boolean {
  return char === delimiter || char === '\n' || char === '\r' || char === '';
}

function isInText(sample: string, position: number): boolean {
  const next = sample.charAt(position + 1);
  return next === ' ' || (/\d/.test(sample.charAt(position - 1)) && /\d/.test(next));
}
