import { DialproofError } from '../../model/errors.js';
import { CodePage, Windows1252 } from './code-page.js';
import type { TextDecoding } from './text-decoding.js';
import { Utf8Text, Utf16, type Utf16Name } from './unicode-text.js';
import { UnmarkedText } from './unmarked-text.js';

/** How a text file is to be decoded behind its byte order mark. */
interface TextStart {
  readonly decoding: TextDecoding;
  readonly markBytes: number;
}

const MARKS: readonly (readonly [name: 'utf-8' | Utf16Name, bytes: readonly number[]])[] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
];

const NOT_UTF8_BEHIND_MARK =
  'begins as UTF-8, by its mark, but has a byte that is not UTF-8: save it as UTF-8';
const NOT_UTF8 =
  'has a byte that is not UTF-8, which "encoding" says: name another one, or leave it out to have it found';

/**
 * The decoding of a file that begins with `head`: by its mark, by the caller, or by detection. If the caller contradicts the mark, it is
 * refused with `malformed_file`. `named` is a name from `encodingName`.
 */
export function textStart(head: Buffer, named: string | undefined): TextStart {
  const [marked, mark = []] =
    MARKS.find(([, bytes]) => head.subarray(0, bytes.length).equals(Buffer.from(bytes))) ?? [];
  if (marked !== undefined) {
    if (named !== undefined && !agrees(marked, named)) throw otherMark(marked, named);
    const decoding = marked === 'utf-8' ? new Utf8Text(0, NOT_UTF8_BEHIND_MARK) : new Utf16(marked, 'marked');
    return { decoding, markBytes: mark.length };
  }
  return { decoding: named === undefined ? unmarked(head) : decodingNamed(named), markBytes: 0 };
}

/** Whether the caller's name allows the mark. UTF-16 without a byte order allows both marks. */
function agrees(marked: string, named: string): boolean {
  return named === marked || (named === 'utf-16' && marked !== 'utf-8');
}

function decodingNamed(name: string): TextDecoding {
  switch (name) {
    case 'utf-8':
      return new Utf8Text(0, NOT_UTF8);
    case 'utf-16':
      return new Utf16('utf-16le', 'named');
    case 'utf-16le':
    case 'utf-16be':
      return new Utf16(name, 'named');
    case 'windows-1252':
      return new Windows1252();
    default:
      return new CodePage({ name, isGuessed: false });
  }
}

function unmarked(head: Buffer): TextDecoding {
  const utf16 = unmarkedUtf16(head);
  return utf16 === undefined ? new UnmarkedText() : new Utf16(utf16, 'guessed');
}

function otherMark(marked: string, named: string): DialproofError {
  return new DialproofError('malformed_file', {
    hint: `the file has the mark of ${marked}, but "encoding" says ${named}: leave it out`,
  });
}

/** The size of a piece in which a table in UTF-16 has a delimiter, digit, blank or line end, and the number of such pieces. */
const WINDOW_BYTES = 64;
const WINDOW_SHARE = 0.9;

/** The share of zero bytes that shows UTF-16 in short files. */
const SHARE_OF_FEW = 1 / 3;
const FEW_ZEROS = 8;

/**
 * The byte order of UTF-16 without a mark: its delimiters, digits and line ends are ASCII, so that bytes at even places, or at odd ones,
 * are zero throughout. Few of the other bytes are zero, as in U+4E00. No other text has a zero byte.
 */
function unmarkedUtf16(head: Buffer): Utf16Name | undefined {
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
