import { phoneInCell } from '@dialproof/core';
import { parsePhoneNumber } from 'awesome-phonenumber';
import { cellOf, fieldsOf } from '../writings.js';
import { type ExampleNumber, exampleNumbers } from './example-numbers.js';
import { GOOGLE } from './judgements.js';

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
