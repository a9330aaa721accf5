import type { TableLimits } from '../table-limits.js';
import type { SharedTexts } from './shared-texts.js';
import { type NumberKind, type NumberStyle, withDigits } from './styles.js';

/** The length of `_x000D_`, which stands for one character. */
const ESCAPED_CHARS = 7;

/** The number of raw characters to keep, so that a text of more than `maxChars` is still recognised as too long. */
export function maxRawChars(maxChars: number): number {
  return (maxChars + 1) * ESCAPED_CHARS;
}

/**
 * The text of a string element (`si`, `is`), which may be cut into formatted runs. Phonetic guides (`rPh`) are not part of the text. A text
 * longer than `maxChars` is cut, but stays recognisable as too long.
 */
export class RichText {
  readonly #maxRawChars: number;
  #text = '';
  #inText = false;
  #inPhonetic = false;

  constructor(maxChars: number) {
    this.#maxRawChars = maxRawChars(maxChars);
  }

  start(): void {
    this.#text = '';
    this.#inText = false;
    this.#inPhonetic = false;
  }

  open(name: string): void {
    if (name === 't') this.#inText = true;
    else if (name === 'rPh') this.#inPhonetic = true;
  }

  close(name: string): void {
    if (name === 't') this.#inText = false;
    else if (name === 'rPh') this.#inPhonetic = false;
  }

  add(text: string): void {
    if (this.#inText && !this.#inPhonetic && this.#text.length < this.#maxRawChars) this.#text += text;
  }

  get value(): string {
    return unescapeText(this.#text);
  }
}

/** Decodes the escapes of characters that XML cannot hold: `_x000D_`, and `_x005F_` for an underscore that would begin an escape. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const WHOLE_NUMBER = /^[+-]?(?:0|[1-9]\d*)$/;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;
/** The most digits of a number in Excel. */
const MAX_WHOLE_DIGITS = 309;
const MS_PER_DAY = 86_400_000;
/** 31 December 9999, the last day that Excel shows. */
const LAST_DAY = 2_958_465;
const DAYS_FROM_1900_TO_1904 = 1_462;

/**
 * Writes a stored number without an exponent and with all of its digits. Digits alone stay unchanged, however many there are: they may be a
 * phone.
 */
export function numberText(stored: string): string {
  if (WHOLE_NUMBER.test(stored)) return stored;
  const written = stored.trim();
  const value = Number(written);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(written) ?? [];
  const digits = whole + fraction;
  if (digits === '' || !Number.isFinite(value)) return stored;
  return sign + (wholeNumber(digits, whole.length + Number(exponent)) ?? plainNumber(Math.abs(value)));
}

/** The digits of a number without a fraction. A double has only 15 to 17 correct digits. */
function wholeNumber(digits: string, point: number): string | undefined {
  if (point > MAX_WHOLE_DIGITS || /[1-9]/.test(digits.slice(Math.max(0, point)))) return undefined;
  const written = digits.slice(0, Math.max(0, point)).padEnd(point, '0').replace(/^0+/, '');
  return written === '' ? '0' : written;
}

function plainNumber(value: number): string {
  const shortest = String(value);
  if (!shortest.includes('e')) return shortest;
  const [, , whole = '', fraction = '', exponent] = DECIMAL.exec(shortest) ?? [];
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  return point <= 0 ? `0.${'0'.repeat(-point)}${digits}` : digits.padEnd(point, '0');
}

/** A stored number as a day or time in ISO 8601, by its format. A number that cannot be one stays a number. */
export function dateText(stored: string, kind: Exclude<NumberKind, 'number'>, date1904: boolean): string {
  const serial = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(serial) || serial < 0) return numberText(stored);
  const ms = Math.round(serial * MS_PER_DAY);
  if (kind === 'duration') return clock(ms);
  if (kind === 'time' && ms < MS_PER_DAY) return clock(ms);
  const day = Math.floor(ms / MS_PER_DAY) + (date1904 ? DAYS_FROM_1900_TO_1904 : 0);
  if (day < 1 || day > LAST_DAY) return numberText(stored);
  const time = ms % MS_PER_DAY;
  return time === 0 ? calendarDay(day) : `${calendarDay(day)}T${clock(time)}`;
}

/** A date that a workbook stores in ISO 8601, in the form of {@link dateText}. A sheet has no time zones. */
export function isoDateText(stored: string): string {
  return stored.replace(/(T\d\d:\d\d:\d\d)(?:\.0+|(\.\d+))?Z?$/, '$1$2').replace(/T00:00:00$/, '');
}

function calendarDay(day: number): string {
  // Excel counts a 29 February 1900, which did not exist, so every day before it is off by one.
  if (day === 60) return '1900-02-29';
  const epoch = Date.UTC(1899, 11, day < 60 ? 31 : 30);
  return new Date(epoch + day * MS_PER_DAY).toISOString().slice(0, 10);
}

/** `10:00:00`, with milliseconds if there are any. Hours may be more than 24. */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const text = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return ms % 1_000 === 0 ? text : `${text}.${String(ms % 1_000).padStart(3, '0')}`;
}

/** The parts of a workbook that the cells of a sheet refer to. */
export interface SheetContext {
  readonly sharedTexts: SharedTexts;
  readonly numberStyles: readonly NumberStyle[];
  readonly date1904: boolean;
  readonly limits: TableLimits;
}

/** The text of a cell, by the type in its XML. Undefined for a shared string that does not exist. */
export function cellText(
  type: string,
  style: number,
  value: string,
  context: SheetContext,
): string | undefined {
  switch (type) {
    case 's':
      return context.sharedTexts.get(Number(value));
    case 'n':
      return styledNumber(value, context.numberStyles[style] ?? 'number', context.date1904);
    case 'b':
      return value === '0' || value === 'false' ? 'FALSE' : 'TRUE';
    case 'str':
      return unescapeText(value);
    case 'd':
      return isoDateText(value);
    default:
      // Inline strings, and errors such as #N/A, stay as written.
      return value;
  }
}

function styledNumber(value: string, style: NumberStyle, date1904: boolean): string {
  if (style === 'number') return numberText(value);
  if (typeof style !== 'string') return withDigits(numberText(value), style);
  return dateText(value, style, date1904);
}
