import type { VerificationStatus } from '@dialproof/core';
import { csvChunks, generateRows, type RowOptions } from '@dialproof/generate';

/** A .csv file for a drill, and its expected outcome as far as that does not depend on the upstream. */
export interface UpstreamFile {
  readonly rows: number;
  /** The number of each row; undefined if its cell holds none. */
  readonly numbers: readonly (string | undefined)[];
  /** Numbers that an upstream has to be asked about. */
  readonly askable: ReadonlySet<string>;
  /** Numbers that cannot exist: `dead` without asking, for a credit each. */
  readonly impossible: ReadonlySet<string>;
  content(): AsyncIterable<Uint8Array>;
}

const SHARES = { duplicateShare: 0.04, impossibleShare: 0.01, unreadableShare: 0.01 };
/** Some rows have a repeated number or none, and some numbers are not checked. A little more than these shares require. */
const ROWS_PER_NUMBER = 1.08;

/** Makes a file with at least about this many numbers to check. Chance adds some. */
export function makeUpstreamFile(numbers: number, seed: number): UpstreamFile {
  const options: RowOptions = { rows: Math.ceil(numbers * ROWS_PER_NUMBER) + 20, seed, ...SHARES };
  const rows = [...generateRows(options)];
  const impossible = new Set(rows.flatMap((row) => (row.impossible && row.number ? [row.number] : [])));
  const askable = new Set(
    rows.flatMap(({ number }) => (number === undefined || impossible.has(number) ? [] : [number])),
  );
  return {
    rows: rows.length,
    numbers: rows.map(({ number }) => number),
    askable,
    impossible,
    async *content() {
      yield* csvChunks(options);
    },
  };
}

/** The expected status of this number's rows, given the upstream's answer. */
export function expectedStatus(
  { impossible }: UpstreamFile,
  number: string | undefined,
  answered: (number: string) => VerificationStatus | undefined,
): VerificationStatus {
  if (number === undefined) return 'unknown';
  return impossible.has(number) ? 'dead' : (answered(number) ?? 'unknown');
}
