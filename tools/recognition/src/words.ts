import { readFileSync } from 'node:fs';
import type { CountryCode } from '@dialproof/core';

/** What stands beside a number. */
export interface WordLists {
  /** Labels in front of a number and behind it, and extensions. */
  readonly labelsInFront: readonly string[];
  readonly labelsBehind: readonly string[];
  readonly extensions: readonly string[];
  /** What separates two numbers, and without a space, which may also stand inside of one. */
  readonly betweenNumbers: readonly string[];
  readonly clearlyBetweenNumbers: readonly string[];
}

/** The words and numbers of which cells and lists are made. */
interface Words extends WordLists {
  /** What stands beside a number, `%`, and changes nothing about it, and what may change whose it is. */
  readonly harmlessNotes: readonly string[];
  readonly otherNotes: readonly string[];
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
