import { phoneInCell } from '@dialproof/core';
import { parsePhoneNumber } from 'awesome-phonenumber';
import { type ExampleNumber, exampleNumbers } from './example-numbers.js';
import { type ExampleWriting, type ExampleWritingName, TWENTY_WRITINGS } from './twenty-writings.js';

/** How a reader reads a cell: as the written number, as another one, or as none. */
export type Outcome = 'right' | 'none' | 'other';

/** A cell that the two read differently, or both as another number than was written. */
export interface Difference {
  readonly example: ExampleNumber;
  readonly writing: ExampleWritingName;
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
    for (const [name, write] of Object.entries(TWENTY_WRITINGS)) {
      // The type of `Object.keys` is text.
      const writing = name as ExampleWritingName;
      const cell = (write as ExampleWriting)(example);
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
