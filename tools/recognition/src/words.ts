import { readFileSync } from 'node:fs';
import type { CountryCode } from '@dialproof/core';

/** The words and numbers from which cells and lists are made. */
interface Words {
  /** Labels in front of a number and behind it, and extensions. */
  readonly labelsInFront: readonly string[];
  readonly labelsBehind: readonly string[];
  readonly extensions: readonly string[];
  /** Area codes of capitals and other large cities, without the trunk prefix: lists of one city are common. */
  readonly bigCities: Partial<Readonly<Record<CountryCode, readonly string[]>>>;
  /** Headers of a column of phones, and the countries that write them, separated by spaces. */
  readonly phoneHeaders: Readonly<Record<string, string>>;
  /** Texts in phone columns that are no phone number, by kind. None of them may be read, whatever the default country. */
  readonly nonPhones: Readonly<Record<string, readonly string[]>>;
}

const FILE = new URL('../words.json', import.meta.url);

// The file belongs to the repository, and the tests read each of its entries in this form.
export const WORDS = JSON.parse(readFileSync(FILE, 'utf8')) as Words;
