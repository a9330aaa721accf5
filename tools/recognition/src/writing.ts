import mobileExamples from 'libphonenumber-js/mobile/examples';
import type { SampleNumber } from './sample-numbers.js';

/**
 * When a person could say which number is meant.
 * - `always`: the cell says so itself
 * - `with_country`: when the country is known; without it the cell is honestly unknown
 * - `open`: it may be this number or another one, by what the writing is made of; it need not be read
 * - `never`: two numbers, or digits that are lost
 */
export type Honesty = 'always' | 'with_country' | 'open' | 'never';

/** National numbers of many countries have ten. */
const FEWEST_BARE_DIGITS = 11;

/** A way of writing a number in a cell. */
export interface Writing {
  readonly name: string;
  readonly honesty: Honesty;
  /** The cells for a number in this writing; none where the country does not use it. */
  readonly cells: (sample: SampleNumber) => readonly string[];
}

/** One cell for each number. */
export function writing(name: string, honesty: Honesty, cell: (sample: SampleNumber) => string): Writing {
  return { name, honesty, cells: (sample) => [cell(sample)] };
}

/** One cell for each of several texts around or within a number. */
export function writings<Part>(
  name: string,
  honesty: Honesty,
  parts: readonly Part[],
  cell: (sample: SampleNumber, part: Part) => string,
): Writing {
  return { name, honesty, cells: (sample) => parts.map((part) => cell(sample, part)) };
}

/**
 * Cells of digits alone, with the calling code. The length of the longer ones shows that it is there. The others are as long as national
 * numbers and need a default country.
 */
export function bareWritings<Part>(
  name: string,
  parts: readonly Part[],
  cell: (sample: SampleNumber, part: Part) => string,
): readonly Writing[] {
  const cells =
    (isLong: boolean) =>
    (sample: SampleNumber): readonly string[] =>
      sample.number.length - 1 >= FEWEST_BARE_DIGITS === isLong
        ? parts.map((part) => cell(sample, part))
        : [];
  return [
    { name, honesty: 'always', cells: cells(true) },
    { name: `${name}, ten digits or fewer`, honesty: 'with_country', cells: cells(false) },
  ];
}

/** Whether a national number without its zero is as short as a local one, which has no area code. */
export function isAsShortAsLocal({ country, subscriber }: SampleNumber): boolean {
  return subscriber.length <= mobileExamples[country].length - 2;
}

/** The digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
