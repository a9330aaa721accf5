import { type CountryCode, phoneInCell } from '@dialproof/core';
import type { SampleNumber } from './sample-numbers.js';
import type { Writing } from './writings.js';

/** How the cells of one writing were read, with the country of their number as default country or without one. */
export interface Tally {
  readonly read: number;
  /** Cells that were read as a number that the writer did not mean. */
  readonly misread: readonly string[];
  readonly unread: readonly string[];
}

export interface WritingResult {
  readonly writing: Writing;
  /** The first cell of a country that many readers know. */
  readonly example: string;
  readonly cells: number;
  readonly alone: Tally;
  readonly withCountry: Tally;
}

/** Cells that are read although they hold no number, each with the default country that it was read with. */
export type Misreading = readonly [cell: string, country: CountryCode | 'no country'];

interface WrittenNumber {
  readonly sample: SampleNumber;
  readonly cell: string;
}

const EXAMPLES_FROM = 'GB';

export function measureWriting(writing: Writing, samples: readonly SampleNumber[]): WritingResult {
  const written = samples.flatMap((sample) => writing.cells(sample).map((cell) => ({ sample, cell })));
  const example = written.find(({ sample }) => sample.country === EXAMPLES_FROM) ?? written[0];
  return {
    writing,
    example: example?.cell ?? '',
    cells: written.length,
    alone: tally(writing, written, () => undefined),
    withCountry: tally(writing, written, ({ country }) => country),
  };
}

export function readNonPhones(cells: readonly string[], countries: readonly CountryCode[]): Misreading[] {
  return cells.flatMap((cell) => [
    ...(phoneInCell(cell).number === null ? [] : [[cell, 'no country'] as const]),
    ...countries
      .filter((country) => phoneInCell(cell, { defaultCountry: country }).number !== null)
      .map((country) => [cell, country] as const),
  ]);
}

function tally(
  { readings }: Writing,
  written: readonly WrittenNumber[],
  countryOf: (sample: SampleNumber) => CountryCode | undefined,
): Tally {
  const misread: string[] = [];
  const unread: string[] = [];
  for (const { sample, cell } of written) {
    const country = countryOf(sample);
    const { number } = phoneInCell(cell, country === undefined ? {} : { defaultCountry: country });
    const read = number ?? undefined;
    if (read === undefined) unread.push(cell);
    else if (readings === 'none' || read !== sample.number) misread.push(cell);
  }
  return { read: written.length - misread.length - unread.length, misread, unread };
}
