/** The zeros of the scripts whose digits are read; the nine characters that follow each are the digits 1 to 9. */
const ZEROS = [
  0x0660, // Arabic-Indic
  0x06f0, // extended Arabic-Indic (Persian, Urdu)
  0x0966, // Devanagari
  0x09e6, // Bengali
  0x0e50, // Thai
  0xff10, // full-width
];

const FOLDS: readonly (readonly [pattern: RegExp, ascii: string])[] = [
  // Invisible: direction marks, zero-width characters, soft hyphens, byte order marks.
  [/\p{Default_Ignorable_Code_Point}+/gu, ''],
  [/[\u2028\u2029\u0085]/g, '\n'],
  [/\p{Zs}/gu, ' '],
  [/[\p{Pd}\u2212\u2043]/gu, '-'],
  [/[\uff0e\u2024\ufe52]/g, '.'],
  [/[\uff08\uff3b\ufe59]/g, '('],
  [/[\uff09\uff3d\ufe5a]/g, ')'],
  [/[\uff0b\ufe62]/g, '+'],
  [/[\u2018\u2019\uff07]/g, "'"],
  [/\uff1a/g, ':'],
];

/**
 * The same writing in ASCII: digits of other scripts, spaces, dashes, dots, brackets and the plus sign become their ASCII
 * counterparts and what is invisible goes. Everything else stays. Compatibility normalisation (NFKC) is not used: it would turn
 * a superscript or a circled digit into a digit of the number.
 */
export function foldToAscii(text: string): string {
  let folded = text.replace(/\p{Nd}/gu, asciiDigit);
  for (const [pattern, ascii] of FOLDS) folded = folded.replace(pattern, ascii);
  return folded;
}

function asciiDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((candidate) => codePoint >= candidate && codePoint <= candidate + 9);
  return zero === undefined ? digit : String(codePoint - zero);
}
