import type { E164 } from '../model/identifiers.js';
import type { ConsentDate } from '../model/reassigned.js';

/** A run of numbers of a task that is checked and recorded as one unit. */
export interface NumberChunk {
  /** Undefined for an erased number. */
  readonly numbers: readonly (E164 | undefined)[];
  /** For each number, how many rows of the file carry it. */
  readonly rowCounts: readonly number[];
  /** For each number its earliest date of consent. Undefined for a file without such dates. */
  readonly consentDates?: readonly (ConsentDate | undefined)[] | undefined;
  /** Answers that were known when the file was read, as `recorded-chunk.ts` writes them. Undefined if there was none. */
  readonly known?: Uint8Array | undefined;
}

const NUL = 0x00;

const SPACE = 0x20;
const STAR = 0x2a;
const AT = 0x40;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const MOST_DIGITS = 15;

/** Digits at the end of a number that are small enough for integers of 32 bits, which divide fast. */
const LOW_DIGITS = 8;
const LOW = 10 ** LOW_DIGITS;

/** The most bytes of a word: 15 digits, a star, a count of rows below 10^15, a space. */
const WORD_BYTES = 32;
const DAY_DIGITS = 8;
/** The most bytes of a date: an at sign, eight digits. */
const DATE_BYTES = 1 + DAY_DIGITS;

/**
 * A chunk as the task store keeps it: ASCII text, the numbers without their `+`, one space between them, `*n` behind one that several rows
 * carry: `14155552671 442071838750*3`. Half the size of JSON, and readable in a database client. `numbers` are the digits of E.164 numbers
 * as numbers: 15 digits are exact. They are written as bytes, which is faster than joining texts.
 *
 * An erased number is `0`, so that all others keep their positions.
 *
 * `days`, of a file with dates of consent: each as the number 20240501, 0 for none. They stand behind their numbers: `14155552671@20240501
 * 442071838750*3@`.
 */
export function encodeNumberChunk(
  numbers: ArrayLike<number>,
  rowCounts: readonly number[],
  days?: ArrayLike<number>,
): Uint8Array {
  const bytes = new Uint8Array(numbers.length * (days === undefined ? WORD_BYTES : WORD_BYTES + DATE_BYTES));
  let start = bytes.length;
  for (let position = numbers.length - 1; position >= 0; position -= 1) {
    if (days !== undefined) {
      start = writeDigits(bytes, days[position] ?? 0, start) - 1;
      bytes[start] = AT;
    }
    const rows = rowCounts[position] ?? 1;
    if (rows !== 1) {
      start = writeDigits(bytes, rows, start) - 1;
      bytes[start] = STAR;
    }
    start = writeNumber(bytes, numbers[position] ?? Number.NaN, start);
    if (position > 0) {
      start -= 1;
      bytes[start] = SPACE;
    }
  }
  return bytes.slice(start);
}

/** A chunk with answers that were known when its file was read: they follow the text and a NUL. */
export function withKnownAnswers(chunk: Uint8Array, known: Uint8Array): Uint8Array {
  return Buffer.concat([chunk, Uint8Array.of(NUL), known]);
}

/** Stands for an erased number. No number in E.164 begins with 0. */
export const ERASED = 0;

function writeNumber(bytes: Uint8Array, number: number, end: number): number {
  if (number !== ERASED) return writeDigits(bytes, number, end);
  bytes[end - 1] = DIGIT_0;
  return end - 1;
}

/** Writes the digits of a whole number up to 10^15 - 1 before `end`, and returns where they begin; 0 has no digits. */
function writeDigits(bytes: Uint8Array, number: number, end: number): number {
  const high = Math.floor(number / LOW);
  if (high === 0) return writeSmall(bytes, number, end);
  const padded = end - LOW_DIGITS;
  bytes.fill(DIGIT_0, padded, writeSmall(bytes, number - high * LOW, end));
  return writeSmall(bytes, high, padded);
}

/** The same for an integer of 31 bits; 0 has no digits. */
function writeSmall(bytes: Uint8Array, number: number, end: number): number {
  let start = end;
  for (let left = number | 0; left > 0; start -= 1) {
    const tens = (left / 10) | 0;
    bytes[start - 1] = DIGIT_0 + left - 10 * tens;
    left = tens;
  }
  return start;
}

/** Throws RangeError for bytes that {@link encodeNumberChunk} has not made. */
export function decodeNumberChunk(bytes: Uint8Array): NumberChunk {
  const numbers: (E164 | undefined)[] = [];
  const rowCounts: number[] = [];
  let consentDates: (ConsentDate | undefined)[] | undefined;
  const known = scanNumbers(bytes, (start, end, rows, day) => {
    const digits = integerAt(bytes, start, end);
    if (day !== undefined) {
      consentDates ??= [];
      consentDates[numbers.length] = day === 0 ? undefined : dateOfDay(day);
    }
    // Only numbers of a phone reader are encoded, so this is E.164 again. Each is a separate text: a slice that a cache keeps would keep
    // the whole chunk in memory.
    numbers.push(digits === ERASED ? undefined : (`+${digits}` as E164));
    rowCounts.push(rows);
  });
  return { numbers, rowCounts, consentDates, known };
}

/**
 * The numbers of a chunk as `encodeNumberChunk` got them, {@link ERASED} for an erased one. Making strings would take most of the time of a
 * search.
 */
export interface ChunkDigits {
  readonly digits: number[];
  /** The day of each number, 0 for none. */
  readonly days: readonly number[];
}

/** Throws RangeError for bytes that {@link encodeNumberChunk} has not made. */
export function decodeDigits(bytes: Uint8Array): ChunkDigits {
  const digits: number[] = [];
  const days: number[] = [];
  scanNumbers(bytes, (start, end, _rows, day = 0) => {
    digits.push(integerAt(bytes, start, end));
    days.push(day);
  });
  return { digits, days };
}

/**
 * The chunk with one number erased; all positions stay. `changeKnown` changes the known answers, if there are any. Undefined if the chunk
 * does not have the number. Throws RangeError for bytes that {@link encodeNumberChunk} has not made.
 */
export function chunkWithout(
  bytes: Uint8Array,
  phone: E164,
  changeKnown: (known: Uint8Array, position: number) => Uint8Array,
): { readonly chunk: Uint8Array; readonly position: number } | undefined {
  const { days, digits } = decodeDigits(bytes);
  const position = digits.indexOf(Number(phone.slice(1)));
  if (position === -1) return undefined;
  const { consentDates, known, rowCounts } = decodeNumberChunk(bytes);
  const left = digits.with(position, ERASED);
  const chunk = encodeNumberChunk(left, rowCounts, consentDates === undefined ? undefined : days);
  return {
    chunk: known === undefined ? chunk : withKnownAnswers(chunk, changeKnown(known, position)),
    position,
  };
}

/**
 * Calls `onNumber` for each number: the start and end of its bytes, its count of rows, and its day (0 for none, undefined in a file without
 * dates). Returns the known answers behind the numbers.
 */
function scanNumbers(
  bytes: Uint8Array,
  onNumber: (start: number, end: number, rows: number, day: number | undefined) => void,
): Uint8Array | undefined {
  for (let at = 0; at < bytes.length; at += 1) {
    const start = at;
    at = endOfDigits(bytes, start);
    const end = at;
    const isErased = bytes[start] === DIGIT_0;
    if (end === start || end > start + (isErased ? 1 : MOST_DIGITS)) throw notNumbers();
    let rows = 1;
    if (bytes[at] === STAR) {
      at = endOfDigits(bytes, at + 1);
      rows = integerAt(bytes, end + 1, at);
      if (rows === 0) throw notNumbers();
    }
    let day: number | undefined;
    if (bytes[at] === AT) {
      const dayStart = at + 1;
      at = endOfDigits(bytes, dayStart);
      if (at > dayStart && at - dayStart !== DAY_DIGITS) throw notNumbers();
      day = integerAt(bytes, dayStart, at);
    }
    const isLast = at === bytes.length || (bytes[at] === NUL && at < bytes.length - 1);
    if (!isLast && (bytes[at] !== SPACE || at === bytes.length - 1)) throw notNumbers();
    onNumber(start, end, rows, day);
    if (isLast) return at < bytes.length ? bytes.subarray(at + 1) : undefined;
  }
  return undefined;
}

function endOfDigits(bytes: Uint8Array, start: number): number {
  let end = start;
  while (isDigit(bytes[end])) end += 1;
  return end;
}

/** The whole number that is written there; 0 for no digits. */
function integerAt(bytes: Uint8Array, start: number, end: number): number {
  let integer = 0;
  for (let at = start; at < end; at += 1) integer = 10 * integer + (bytes[at] ?? 0) - DIGIT_0;
  return integer;
}

/** A date as the number 20240501; 0 for none. */
export function dayNumber(date: ConsentDate | undefined): number {
  return Number(date?.replaceAll('-', '') ?? 0);
}

/** The date of a day that is written as the number 20240501. Throws RangeError for another number. */
export function dateOfDay(day: number): ConsentDate {
  const [, year, month, rest] = /^(\d{4})(\d\d)(\d\d)$/.exec(String(day)) ?? [];
  if (year === undefined) throw notNumbers();
  // Only days that `consentDate` has read are ever encoded.
  return `${year}-${month}-${rest}` as ConsentDate;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= DIGIT_0 && byte <= DIGIT_9;
}

function notNumbers(): RangeError {
  return new RangeError('a chunk in the task store holds something else than numbers');
}
