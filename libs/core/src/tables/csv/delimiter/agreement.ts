import { countDelimiters } from './count-delimiters.js';

export const DEFAULT_DELIMITER = ',';
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
export interface Agreement extends Evidence {
  /** See {@link fullAgreement}. */
  readonly full: readonly number[];
  /** See {@link agreementBelow}. */
  readonly below: readonly number[];
}

/** Weighs a delimiter by the first records of `sample`; `complete` says that it is the whole file. */
export function agreement(sample: Buffer, delimiter: string, complete: boolean): Agreement {
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

/** The same of the records below some lines. Decimal commas, or commas in a text, may be alike below a line by chance. */
function agreementBelow({ alike, onlyInText, misquoted, headerEvidence }: Evidence): readonly number[] {
  const { above, count, records } = alike;
  if (headerEvidence > 0 || onlyInText || misquoted || above === 0 || above > MAX_LINES_ABOVE) return [];
  return count > 0 && records >= Math.max(2, above) ? [records, count] : [];
}
