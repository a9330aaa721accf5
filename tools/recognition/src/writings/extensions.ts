import { WORDS } from '../words.js';
import { type Writing, writings } from '../writing.js';

const EXTENSIONS = WORDS.extensions;

/** The extension is left out: it is not part of the number. */
export const EXTENSION_WRITINGS: readonly Writing[] = [
  writings('extension', 'always', EXTENSIONS, ({ international }, extension) => international + extension),
  writings(
    'extension, national',
    'with_country',
    EXTENSIONS,
    ({ national }, extension) => national + extension,
  ),
  writings(
    'digits in brackets behind a number',
    'never',
    [' (12)', ' [4711]'],
    ({ international }, end) => international + end,
  ),
  {
    name: 'digits behind a number of North America',
    honesty: 'never',
    cells: ({ callingCode, international }) =>
      callingCode === '1' ? [' 0124', ' 12', ' 12 34 56'].map((more) => international + more) : [],
  },
];
