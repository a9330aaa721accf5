import { DialproofError } from '../../../model/errors.js';
import { CodePage } from '../decoding/code-page.js';
import type { TextDecoding } from '../decoding/text-decoding.js';
import { Utf8Text } from '../decoding/utf-8-text.js';
import { Utf16, type Utf16Name } from '../decoding/utf-16.js';
import { Windows1252 } from '../decoding/windows-1252.js';
import { UnmarkedText } from './unmarked-text.js';
import { unmarkedUtf16 } from './unmarked-utf-16.js';

/** How a text file is to be decoded behind its byte order mark. */
export interface TextStart {
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
 * How a file that begins with `head` is decoded: as its mark says, or as the caller says, else as found out. A caller that contradicts the
 * mark is refused with `malformed_file`. `named` is a name that `encodingName` gave.
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

/** Whether the name that the caller says allows the mark: that of UTF-16 without a byte order allows both. */
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
