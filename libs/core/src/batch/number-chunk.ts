import type { E164 } from '../model/e164.js';

/** A run of numbers of a task that is checked and recorded as one unit. */
export interface NumberChunk {
  readonly numbers: readonly E164[];
  /** For each number, how many rows of the file carry it. */
  readonly rowCounts: readonly number[];
}

const SPACE = 0x20;
const STAR = 0x2a;
const DIGIT_0 = 0x30;

/** Digits at the end of a number that are small enough for integers of 32 bits, which divide fast. */
const LOW_DIGITS = 8;
const LOW = 10 ** LOW_DIGITS;

/** The most bytes of a word: 15 digits, a star, a count of rows below 10^15, a space. */
const WORD_BYTES = 32;

/**
 * A chunk as the task store keeps it: ASCII text, the numbers without their `+`, one space between them, `*n` behind one that
 * several rows carry: `14155552671 442071838750*3`. Half the size of JSON, and readable in a database client. `numbers` are the digits of
 * E.164 numbers as numbers: 15 digits are exact. They are written as bytes, in a third of the time of texts that are joined.
 */
export function encodeNumberChunk(numbers: ArrayLike<number>, rowCounts: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(numbers.length * WORD_BYTES);
  let start = bytes.length;
  for (let position = numbers.length - 1; position >= 0; position -= 1) {
    const rows = rowCounts[position] ?? 1;
    if (rows !== 1) {
      start = writeDigits(bytes, rows, start) - 1;
      bytes[start] = STAR;
    }
    start = writeDigits(bytes, numbers[position] ?? Number.NaN, start);
    if (position > 0) {
      start -= 1;
      bytes[start] = SPACE;
    }
  }
  return bytes.slice(start);
}

/** Writes the digits of a whole number from 1 to 10^15 - 1 before `end`, and returns where they begin. */
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

/** The start of a word that is no number and count of rows, in a text of words with one space between them. */
const WRONG_WORD = /(?:^| )(?![1-9]\d{0,14}(?:\*[1-9]\d*)?(?: |$))/;

/** Throws RangeError for bytes that {@link encodeNumberChunk} has not made. */
export function decodeNumberChunk(bytes: Uint8Array): NumberChunk {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (text === '') return { numbers: [], rowCounts: [] };
  // One search for all words takes a third of the time of an expression for each.
  if (WRONG_WORD.test(text))
    throw new RangeError('a chunk in the task store holds something else than numbers');
  const words = `+${text.replaceAll(' ', ' +')}`.split(' ');
  const rowCounts = new Array<number>(words.length).fill(1);
  if (text.includes('*')) {
    words.forEach((word, position) => {
      const star = word.indexOf('*');
      if (star === -1) return;
      words[position] = word.slice(0, star);
      rowCounts[position] = Number(word.slice(star + 1));
    });
  }
  // Only numbers that a phone reader made are ever encoded, so this is E.164 again.
  return { numbers: words as E164[], rowCounts };
}
