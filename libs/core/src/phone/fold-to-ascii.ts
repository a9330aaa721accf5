/** The zeros of the scripts whose digits are read. The nine characters behind each are the digits 1 to 9. */
const ZEROS = [
  0x0660, // Arabic-Indic
  0x06f0, // extended Arabic-Indic (Persian, Urdu)
  0x0966, // Devanagari
  0x09e6, // Bengali
  0x0a66, // Gurmukhi
  0x0ae6, // Gujarati
  0x0b66, // Odia
  0x0be6, // Tamil
  0x0c66, // Telugu
  0x0ce6, // Kannada
  0x0d66, // Malayalam
  0x0e50, // Thai
  0x0ed0, // Lao
  0x0f20, // Tibetan
  0x1040, // Burmese
  0x17e0, // Khmer
  0x1810, // Mongolian
  0xff10, // full-width
];

/** Characters and their replacement. Those most common in lists of phone numbers come first. */
const FOLDS: readonly (readonly [pattern: RegExp, ascii: string])[] = [
  [/^\p{Zs}/u, ' '],
  // Invisible characters: direction marks, zero-width characters, soft hyphens, byte order marks, and the keycap of an emoji digit.
  [/^(?:\p{Default_Ignorable_Code_Point}|\u20e3)/u, ''],
  // The Japanese prolonged sound mark is on the same key as the dash, and no known label has it.
  [/^[\p{Pd}\u2212\u2043\u30fc\uff70]/u, '-'],
  [/^[\uff0e\u2024\ufe52\u00b7\u2022\u2027\u30fb]/, '.'],
  [/^[\uff08\uff3b\ufe59]/, '('],
  [/^[\uff09\uff3d\ufe5a]/, ')'],
  [/^[\uff0b\ufe62\u2795]/, '+'],
  [/^[\u2018\u2019\uff07]/, "'"],
  [/^[\uff1a\ufe55\u1365\u17d6]/, ':'],
  [/^[\uff0c\u3001\u060c\u104a\u1363]/, ','],
  [/^[\uff1b\u061b]/, ';'],
  [/^[\uff0f\u2044\u2215]/, '/'],
  [/^\uff03/, '#'],
  [/^\uff1d/, '='],
  [/^\uff5c/, '|'],
  [/^[\u201c\u201d\u201e\u00ab\u00bb\uff02]/, '"'],
  [/^[\u2028\u2029\u0085]/, '\n'],
];

const PLUS = /[+\uff0b\ufe62\u2795]/;

const BEYOND_ASCII = /[^\0-\x7f]/;

/** All patterns in one, so that a character of another script is tested once. */
const FOLDED = new RegExp(
  [
    ...ZEROS.map((zero) => `[${String.fromCodePoint(zero)}-${String.fromCodePoint(zero + 9)}]`),
    ...FOLDS.map(([pattern]) => pattern.source.slice(1)),
  ].join('|'),
  'gu',
);

/**
 * Converts digits of other scripts, spaces, dashes, dots, brackets and the plus sign to ASCII, and removes invisible characters.
 * Everything else stays. Compatibility normalisation (NFKC) is not used: it would turn a superscript or a circled digit into a digit of
 * the number.
 */
export function foldToAscii(text: string): string {
  return BEYOND_ASCII.test(text) ? text.replace(FOLDED, foldCharacter) : text;
}

/** Whether a text has a plus sign in any of its forms. */
export function hasPlus(text: string): boolean {
  return PLUS.test(text);
}

function foldCharacter(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const zero = ZEROS.find((candidate) => codePoint >= candidate && codePoint <= candidate + 9);
  if (zero !== undefined) return String(codePoint - zero);
  return FOLDS.find(([pattern]) => pattern.test(character))?.[1] ?? character;
}
