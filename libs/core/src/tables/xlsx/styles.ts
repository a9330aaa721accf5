import type { XmlPart } from './package/xml-part.js';
import { readXml } from './package/xml-reader.js';
import { malformedWorkbook } from './package/zip-directory.js';

/** The meaning of a number in a cell: a number, a day, a time of day, both, or a duration. */
export type NumberKind = 'number' | 'date' | 'time' | 'date_time' | 'duration';

/** The kind of a built-in format, which a file does not define (ECMA-376 part 1, 18.8.30). */
export function builtInKind(formatId: number): NumberKind {
  if (formatId >= 14 && formatId <= 17) return 'date';
  if (formatId >= 18 && formatId <= 21) return 'time';
  if (formatId === 22) return 'date_time';
  // Days and times of day in East Asian calendars.
  if ((formatId >= 27 && formatId <= 31) || formatId === 36 || (formatId >= 50 && formatId <= 58))
    return 'date';
  if (formatId >= 32 && formatId <= 35) return 'time';
  if (formatId === 45 || formatId === 47) return 'time';
  return formatId === 46 ? 'duration' : 'number';
}

/** Quoted text, an escaped character, a fill or a space as wide as a character: none of them is a placeholder. */
const LITERALS = /"[^"]*"|\\.|[_*]./gs;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
const BRACKETS = /\[[^[\]]*\]/g;

/** The kind of a format code such as `dd/mm/yyyy hh:mm`. */
export function formatKind(code: string): NumberKind {
  const [positive = ''] = code.replace(LITERALS, '').split(';');
  if (ELAPSED.test(positive)) return 'duration';
  const placeholders = positive
    .replace(BRACKETS, '')
    .replace(/AM\/PM|A\/P/gi, 'h')
    .toLowerCase();
  if (/general|[#?]|e[+-]/.test(placeholders)) return 'number';
  const hasTime = /[hs]/.test(placeholders);
  // An `m` is a month unless hours or seconds stand beside it.
  const hasDate = /[yd]/.test(placeholders) || (!hasTime && placeholders.includes('m'));
  if (hasDate) return hasTime ? 'date_time' : 'date';
  return hasTime ? 'time' : 'number';
}

/** The characters that a number format puts before the stored digits: `0000000000` shows 791234567 as `0791234567`. */
interface DigitFormat {
  /** A plus sign or a zero with further digits, or nothing. */
  readonly prefix: string;
  readonly minDigits: number;
}

/** The longest format code of Excel. */
const MAX_CODE_CHARS = 255;
/** Numbers in Excel have 15 digits. A format for more is not meant for a number. */
const MAX_DIGITS = 20;

/** Quoted text, an escaped character, a space or a filling, brackets, or any other character. */
const TOKENS = /"([^"]*)"|\\(.)|[_*].|(\[[^\]]*\])|(.)/gs;

/**
 * The digit format of a code such as `"+41 "00 000 00 00`. Undefined if the code puts nothing before the digits, or changes the number in
 * other ways.
 */
function digitFormat(code: string): DigitFormat | undefined {
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

/** The digits and the plus sign before a number. Undefined if digits follow other text, such as the year in `"Order 2026-"0000`. */
function prefixOf(before: string): string | undefined {
  if (!/[\d+]/.test(before)) return '';
  return /^[\s(]*[+0][\d\s()-]*$/.test(before) ? before.replace(/[^\d+]/g, '') : undefined;
}

/** The most styles. Excel's own limit is 65,490. */
const MAX_STYLES = 65_536;

/** The way a style shows a number. */
export type NumberStyle = NumberKind | DigitFormat;

/** Reads how each style of a workbook shows a number, by the style's index. */
export async function readNumberStyles(styles: XmlPart): Promise<readonly NumberStyle[]> {
  const custom = new Map<number, NumberStyle>();
  const found: NumberStyle[] = [];
  let inCellFormats = false;
  await readXml(styles, {
    open(name, { numFmtId, formatCode }) {
      const formatId = Number(numFmtId);
      if (name === 'cellXfs') inCellFormats = true;
      else if (name === 'numFmt') custom.set(formatId, customStyle(formatCode ?? ''));
      else if (name === 'xf' && inCellFormats) found.push(custom.get(formatId) ?? builtInKind(formatId));
      if (found.length > MAX_STYLES || custom.size > MAX_STYLES) {
        throw malformedWorkbook(`has more than ${MAX_STYLES} styles`);
      }
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return found;
}

function customStyle(code: string): NumberStyle {
  const kind = formatKind(code);
  return kind === 'number' ? (digitFormat(code) ?? kind) : kind;
}
