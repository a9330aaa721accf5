import type { Utf16Name } from '../decoding/utf-16.js';

/** The size of a piece in which a table in UTF-16 has a delimiter, digit, blank or line end, and the number of such pieces. */
const WINDOW_BYTES = 64;
const WINDOW_SHARE = 0.9;

/** The share of zero bytes that tells UTF-16 where there are few of them. */
const SHARE_OF_FEW = 1 / 3;
const FEW_ZEROS = 8;

/**
 * The byte order of UTF-16 without a mark: its delimiters, digits and line ends are ASCII, so that bytes at even places, or at odd ones,
 * are zero throughout. Few of the others are, as in U+4E00. No other text has a zero byte.
 */
export function unmarkedUtf16(head: Buffer): Utf16Name | undefined {
  if (!head.includes(0)) return undefined;
  const zeros = [0, 0];
  const windows = [new Set<number>(), new Set<number>()];
  for (const [index, byte] of head.entries()) {
    if (byte !== 0) continue;
    zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
    windows[index % 2]?.add(Math.floor(index / WINDOW_BYTES));
  }
  const [even = 0, odd = 0] = zeros;
  const side = even > odd ? 0 : 1;
  const most = Math.max(even, odd);
  if (Math.min(even, odd) * 5 > most || (most < FEW_ZEROS && most < head.length * SHARE_OF_FEW))
    return undefined;
  const withZeros = windows[side] ?? new Set();
  const isThroughout =
    withZeros.has(0) && withZeros.size >= Math.floor(head.length / WINDOW_BYTES) * WINDOW_SHARE;
  if (!isThroughout) return undefined;
  return side === 0 ? 'utf-16be' : 'utf-16le';
}
