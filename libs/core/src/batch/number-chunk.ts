import type { E164 } from '../model/e164.js';

/** A run of numbers of a task that is checked and recorded as one unit. */
export interface NumberChunk {
  readonly numbers: readonly E164[];
  /** For each number, how many rows of the file carry it. */
  readonly rowCounts: readonly number[];
}

/**
 * A chunk as the task store keeps it: ASCII text, the numbers without their `+`, one space between them, `*n` behind one that
 * several rows carry: `14155552671 442071838750*3`. Half the size of JSON, and readable in a database client.
 */
export function encodeNumberChunk(chunk: NumberChunk): Uint8Array {
  const words = chunk.numbers.map((number, position) => {
    const rows = chunk.rowCounts[position] ?? 1;
    return rows === 1 ? number.slice(1) : `${number.slice(1)}*${rows}`;
  });
  return Buffer.from(words.join(' '), 'latin1');
}

/** Digits that a phone reader made, and how many rows carry them if that is more than one. */
const WORD = /^([1-9]\d{0,14})(?:\*(\d+))?$/;

/** Throws RangeError for bytes that {@link encodeNumberChunk} has not made. */
export function decodeNumberChunk(bytes: Uint8Array): NumberChunk {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const numbers: E164[] = [];
  const rowCounts: number[] = [];
  for (const word of text === '' ? [] : text.split(' ')) {
    const [, digits, rows] = WORD.exec(word) ?? [];
    if (digits === undefined)
      throw new RangeError('a chunk in the task store holds something else than numbers');
    // Only numbers that a phone reader made are ever encoded, so this is E.164 again.
    numbers.push(`+${digits}` as E164);
    rowCounts.push(rows === undefined ? 1 : Number(rows));
  }
  return { numbers, rowCounts };
}
