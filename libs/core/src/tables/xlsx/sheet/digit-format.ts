/** The characters that a number format puts before the stored digits: `0000000000` shows 791234567 as `0791234567`. */
export interface DigitFormat {
  /** A plus sign or a zero with further digits, or nothing. */
  readonly prefix: string;
  readonly minDigits: number;
}

/** Excel's own limit. */
const MAX_CODE_CHARS = 255;
/** Numbers in Excel have 15 digits. A format for more is not meant for a number. */
const MAX_DIGITS = 20;

/** Quoted text, an escaped character, a space or a filling, brackets, or any other character. */
const TOKENS = /"([^"]*)"|\\(.)|[_*].|(\[[^\]]*\])|(.)/gs;

/** The format of a code such as `"+41 "00 000 00 00`. Undefined if the code puts nothing before the digits, or does more than that. */
export function digitFormat(code: string): DigitFormat | undefined {
  if (code.length > MAX_CODE_CHARS) return undefined;
  let before = '';
  let places = '';
  for (const [, quoted, escaped, brackets, character] of code.matchAll(TOKENS)) {
    // With a condition, other numbers have another format.
    if (brackets !== undefined && /^\[[<>=]/.test(brackets)) return undefined;
    if (character === ';') break;
    if (character !== undefined && '0#?'.includes(character)) {
      places += character;
      continue;
    }
    // Points, commas, percents and letters change the number itself.
    if (character !== undefined && !'+-() '.includes(character)) return undefined;
    const text = quoted ?? escaped ?? character ?? '';
    if (places === '') before += text;
    else if (/\d/.test(text)) return undefined;
  }
  const prefix = prefixOf(before);
  const minDigits = places.includes('0') ? places.length - places.indexOf('0') : 0;
  if (prefix === undefined || places === '' || minDigits > MAX_DIGITS) return undefined;
  return prefix === '' && minDigits < 2 ? undefined : { prefix, minDigits };
}

/** A whole number as its format shows it, without separators. Other numbers stay as they are. */
export function withDigits(number: string, { prefix, minDigits }: DigitFormat): string {
  return /^\d+$/.test(number) ? prefix + number.padStart(minDigits, '0') : number;
}

/** Undefined if digits follow other text, such as the year in `"Order 2026-"0000`. */
function prefixOf(before: string): string | undefined {
  if (!/[\d+]/.test(before)) return '';
  return /^[\s(]*[+0][\d\s()-]*$/.test(before) ? before.replace(/[^\d+]/g, '') : undefined;
}
