import { DialproofError } from '../../model/errors.js';
import { CodePage } from './code-page.js';
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
  'has a byte that is not UTF-8, which encoding=utf-8 says: name another one, or leave it out to have it found';

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
  return { decoding: named === undefined ? new UnmarkedText() : decodingNamed(named), markBytes: 0 };
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
    default:
      return new CodePage({ name, isGuessed: false });
  }
}

function otherMark(marked: string, named: string): DialproofError {
  return new DialproofError('malformed_file', {
    hint: `the file has the mark of ${marked}, but encoding=${named} says otherwise: leave it out`,
  });
}
