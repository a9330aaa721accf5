import { DialproofError, withoutNumbers } from '../../../model/errors.js';

/** Names by which code pages are known, and which the WHATWG does not list. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cp874: 'windows-874',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
};

/** The code pages of DOS and of the Mac that the WHATWG does not list, by iconv-lite's names. Old accounting programs still write them. */
const BEYOND_WHATWG = new Set(
  `cp437 cp720 cp737 cp775 cp850 cp852 cp855 cp856 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp869 cp1125
  maccenteuro maccroatian macgreek maciceland macromania macturkish`.split(/\s+/),
);
const CODE_PAGE_NUMBER = /^(?:cp|ibm|csibm)?(\d{3,4})$/;

/** The names of UTF-16 without a byte order, which the file's mark gives. The WHATWG treats them as little-endian. */
const WITHOUT_BYTE_ORDER = new Set(['utf-16', 'unicode', 'ucs-2', 'iso-10646-ucs-2', 'csunicode']);

/** The WHATWG lists it, but Node's TextDecoder lacks it. */
const NOT_IN_NODE = 'iso-8859-16';

/**
 * The WHATWG's name of an encoding, given by one of its names in any letter case, or `utf-16` if the given name has no byte order. For the
 * code pages of DOS and some of the Mac, which the WHATWG does not list, it is iconv-lite's (`cp850`, `maccenteuro`). Code:
 * `unsupported_encoding`.
 */
export function encodingName(label: string): string {
  const plain = label.trim().toLowerCase();
  if (WITHOUT_BYTE_ORDER.has(plain)) return 'utf-16';
  if (plain === NOT_IN_NODE) return NOT_IN_NODE;
  const beyond = nameBeyondWhatwg(plain);
  if (beyond !== undefined) return beyond;
  try {
    return new TextDecoder(OTHER_NAMES[plain] ?? plain).encoding;
  } catch (cause) {
    throw new DialproofError('unsupported_encoding', {
      hint: `${JSON.stringify(withoutNumbers(label).slice(0, 40))} is not the name of a known encoding; use one such as utf-8, windows-1252, shift_jis, gb18030, cp850`,
      cause,
    });
  }
}

/** Whether the WHATWG does not list an encoding that {@link encodingName} has named. */
export function isBeyondWhatwg(name: string): boolean {
  return BEYOND_WHATWG.has(name);
}

function nameBeyondWhatwg(label: string): string | undefined {
  const plain = label.replace(/[^a-z0-9]/g, '');
  const name = CODE_PAGE_NUMBER.test(plain)
    ? plain.replace(CODE_PAGE_NUMBER, 'cp$1')
    : plain.replace('centraleurope', 'centeuro');
  return BEYOND_WHATWG.has(name) ? name : undefined;
}
