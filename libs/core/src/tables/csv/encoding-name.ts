import { DialproofError } from '../../model/errors.js';

/** Names by which code pages are known, and which the WHATWG does not list. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
};

/** The WHATWG's name of an encoding, given by one of its names in any letter case. Code: `unsupported_encoding`. */
export function encodingName(label: string): string {
  const plain = label.trim().toLowerCase();
  try {
    return new TextDecoder(OTHER_NAMES[plain] ?? plain).encoding;
  } catch (cause) {
    throw new DialproofError('unsupported_encoding', {
      hint: `${JSON.stringify(label.slice(0, 40))} is not the name of a known encoding; use one such as utf-8, windows-1252, shift_jis, gb18030`,
      cause,
    });
  }
}
