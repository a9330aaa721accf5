import { decodeHeader, decodeRowBlock, encodeHeader, encodeRowBlock } from '../batch/row-block.js';
import type { E164 } from '../model/identifiers.js';
import { leadingCallingCode } from '../phone/numbering/calling-code.js';
import { csvCellEnd, csvLineEnd } from '../tables/table-block.js';

/** The characters between two digits of one number. None of them ends a cell or a string of JSON. */
const BETWEEN = '[^\\d,\\n"]{0,3}';

/** Shorter national numbers are found only with their calling code: without it, they are too often an id or an amount. */
const LEAST_NATIONAL_DIGITS = 8;

/** Excludes a match behind another calling code: another country may have the same national number. */
const OTHER_CODE = `(?<!(?:\\+|00)\\d{1,3}${BETWEEN}(?:0${BETWEEN})?)`;

/** The written forms of a number: with its calling code, or as people of its country write it. */
export interface WrittenNumber {
  /** Whether a text contains the number. */
  isIn(text: string): boolean;
  /** The positions at which the number begins in a text. */
  placesIn(text: string): readonly number[];
  /** The text with `…` in place of the number. */
  cutOut(text: string): string;
}

/**
 * Finds a number however its ASCII digits are grouped: `+49 171 2345678`, `0049(0)171/2345678`, `0171-2345678`. Digits within a longer run
 * of digits are another number.
 */
export function writtenNumber(phone: E164): WrittenNumber {
  const digits = phone.slice(1);
  const code = leadingCallingCode(digits)?.code ?? '';
  const national = digits.slice(code.length);
  const international = `(?:\\+|00)?${code}${BETWEEN}(?:0${BETWEEN})?`;
  const prefix =
    national.length < LEAST_NATIONAL_DIGITS
      ? international
      : `(?:${international}|${OTHER_CODE}(?:0${BETWEEN})?)`;
  const pattern = new RegExp(`(?<!\\d)${prefix}${[...national].join(BETWEEN)}(?!\\d)`, 'g');
  return {
    isIn: (text) => text.search(pattern) !== -1,
    placesIn: (text) => Array.from(text.matchAll(pattern), ({ index }) => index),
    cutOut: (text) => text.replace(pattern, '…'),
  };
}

export interface ErasedRows {
  /** The block, encoded. */
  readonly block: Uint8Array;
  /** The number of rows from which a cell or a part of one was erased. */
  readonly rows: number;
}

const COMMA = Buffer.from(',');
const LINE_FEED = Buffer.from('\n');

/**
 * Erases a number from a block of rows: all cells of its own rows become empty, and so does each other cell that contains it. `index`: the
 * index of the number in the task; undefined if no row carries it. Returns undefined if the block does not contain the number. Throws
 * RangeError for a damaged block.
 */
export function erasedRows(
  encoded: Uint8Array,
  index: number | undefined,
  written: WrittenNumber,
): ErasedRows | undefined {
  const { cellCounts, numberIndexes, text } = decodeRowBlock(encoded);
  // In Latin-1 each byte is a character, so positions are byte offsets. Digits have the same bytes in UTF-8.
  const places = written.placesIn(text.toString('latin1'));
  if (places.length === 0 && (index === undefined || !numberIndexes.includes(index))) return undefined;
  const lines: Uint8Array[] = [];
  let rows = 0;
  let next = 0;
  for (let row = 0, start = 0; row < numberIndexes.length; row += 1) {
    const end = csvLineEnd(text, start);
    const found = next;
    while (next < places.length && (places[next] ?? 0) < end) next += 1;
    const commas = Math.max(0, (cellCounts[row] ?? 1) - 1);
    // An already empty row is only as long as its commas.
    if (index !== undefined && numberIndexes[row] === index && end - start > commas) {
      rows += 1;
      lines.push(Buffer.alloc(commas, COMMA), LINE_FEED);
    } else if (next > found) {
      rows += 1;
      lines.push(...cellsWithout(text.subarray(start, end + 1), places.slice(found, next), start));
    } else lines.push(text.subarray(start, end + 1));
    start = end + 1;
  }
  if (rows === 0) return undefined;
  return { block: encodeRowBlock({ cellCounts, numberIndexes, text: Buffer.concat(lines) }), rows };
}

/** The pieces of a line, without the cells at these positions. */
function cellsWithout(line: Buffer, places: readonly number[], lineStart: number): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < line.length; ) {
    const end = csvCellEnd(line, start);
    const has = places.some((place) => place - lineStart >= start && place - lineStart < end);
    pieces.push(has ? line.subarray(end, end + 1) : line.subarray(start, end + 1));
    start = end + 1;
  }
  return pieces;
}

/** Erases a number from an encoded header of a result: cells with the number become empty. Undefined if there are none. */
export function erasedHeader(encoded: Uint8Array, written: WrittenNumber): Uint8Array | undefined {
  const header = decodeHeader(encoded);
  const without = (row: readonly string[]) => row.map((cell) => (written.isIn(cell) ? '' : cell));
  const { columns, skippedRows } = header;
  if (![columns, ...skippedRows].some((row) => row.some((cell) => written.isIn(cell)))) return undefined;
  return encodeHeader({ ...header, columns: without(columns), skippedRows: skippedRows.map(without) });
}
