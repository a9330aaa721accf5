import { readFileSync } from 'node:fs';
import { phoneInCell } from '@dialproof/core';
import { parsePhoneNumber } from 'awesome-phonenumber';
import { cellOf, fieldsOf } from '../writings.js';
import { type ExampleNumber, exampleNumbers } from './example-numbers.js';

/** What a reader makes of a cell: the number that was written, another one, or none. */
export type Outcome = 'right' | 'none' | 'other';

/** A cell that the two read differently, or both as another number than was written. */
export interface Difference {
  readonly example: ExampleNumber;
  readonly writing: string;
  readonly cell: string;
  readonly ours: string | undefined;
  readonly google: string | undefined;
  /** Our outcome, then Google's: `none/right`. */
  readonly outcomes: `${Outcome}/${Outcome}`;
}

export interface Comparison {
  readonly examples: number;
  readonly cells: number;
  readonly differences: readonly Difference[];
}

/** Why we and Google's library read some cells differently, and who is right. Without a part, it does not matter. */
export interface Judgement {
  readonly rule: string;
  readonly verdict: string;
  /** The outcomes, as an expression. */
  readonly outcomes?: string;
  /** The names of writings. */
  readonly writings?: readonly string[];
  /** Names of conditions. */
  readonly when?: string;
}

const FILE = new URL('../../google.json', import.meta.url);

/**
 * The writings in which both libraries are asked, by name, and the rules, of which the first that applies counts. A difference that none applies
 * to is a defect until somebody has judged it. The file belongs to the repository, and the tests read each of its entries.
 */
export const GOOGLE = JSON.parse(readFileSync(FILE, 'utf8')) as {
  readonly writings: Readonly<Record<string, string>>;
  readonly judgements: readonly Judgement[];
};

/** Reads every example in every writing with both, given the country of the example. */
export function compareWithGoogle(examples: readonly ExampleNumber[] = exampleNumbers()): Comparison {
  const differences: Difference[] = [];
  let cells = 0;
  for (const example of examples) {
    const fields = fieldsOf(example);
    for (const [writing, form] of Object.entries(GOOGLE.writings)) {
      const cell = cellOf(form, fields);
      if (cell === undefined) continue;
      cells += 1;
      const ours = phoneInCell(cell, { defaultCountry: example.country }).number ?? undefined;
      const google = readByGoogle(cell, example);
      const outcomes = `${outcome(ours, example)}/${outcome(google, example)}` as const;
      if (ours !== google || outcomes === 'other/other') {
        differences.push({ example, writing, cell, ours, google, outcomes });
      }
    }
  }
  return { examples: examples.length, cells, differences };
}

function readByGoogle(cell: string, { country }: ExampleNumber): string | undefined {
  const parsed = parsePhoneNumber(cell, { regionCode: country });
  return parsed.valid ? parsed.number.e164 : undefined;
}

function outcome(read: string | undefined, { number }: ExampleNumber): Outcome {
  if (read === undefined) return 'none';
  return read === number ? 'right' : 'other';
}
