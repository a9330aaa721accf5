import { readFileSync } from 'node:fs';

/** The words from which lists of one language are made. */
export interface ListWords {
  readonly language: string;
  /** The BCP 47 tag by whose rules its letters become capitals: Turkish has İ, and Greek capitals have no accents. */
  readonly locale: string;
  /** The legacy encodings, by their WHATWG names, in which such lists come. */
  readonly encodings: readonly string[];
  /** Headers of a name, a phone and a town. */
  readonly header: readonly [name: string, phone: string, town: string];
  /** Given names and family names, separated by spaces: common ones, with and without accents. */
  readonly names: string;
  readonly towns: string;
}

const FILE = new URL('../../languages.json', import.meta.url);

/** The words of `languages.json`. */
export function listWords(): readonly ListWords[] {
  // The file belongs to the repository, and the tests read each of its entries in this form.
  return JSON.parse(readFileSync(FILE, 'utf8')) as readonly ListWords[];
}
