import { TextDecoder } from 'node:util';
import iconv from 'iconv-lite';
import { DialproofError, withoutNumbers } from '../../model/errors.js';
import { ByteText, type DecodedText, NO_TEXT, type TextEncodingFound } from './text-decoding.js';

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

/** An encoding that the WHATWG lists, but Node's TextDecoder lacks. */
const NOT_IN_NODE = 'iso-8859-16';

/**
 * The WHATWG's name of an encoding, given by one of its names in any letter case, or `utf-16` if the given name has no byte order. Code
 * pages of DOS and the Mac that the WHATWG does not list have iconv-lite's names (`cp850`, `maccenteuro`). Code: `unsupported_encoding`.
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

/** Whether a name of {@link encodingName} is missing in the WHATWG's list. */
function isBeyondWhatwg(name: string): boolean {
  return BEYOND_WHATWG.has(name);
}

function nameBeyondWhatwg(label: string): string | undefined {
  const plain = label.replace(/[^a-z0-9]/g, '');
  const name = CODE_PAGE_NUMBER.test(plain)
    ? plain.replace(CODE_PAGE_NUMBER, 'cp$1')
    : plain.replace('centraleurope', 'centeuro');
  return BEYOND_WHATWG.has(name) ? name : undefined;
}

/** Decoders report invalid bytes without their position. They get few bytes at a time, so that the position is known. */
const STEP_BYTES = 1_024;

/**
 * Encodings that Node's TextDecoder does not decode by the WHATWG's rules: it lacks 8,822 Korean syllables, the characters of Hong Kong in
 * Big5, and ISO-8859-16, and it misreads control characters in Shift_JIS. None of these encodings has a replacement character.
 */
const BY_ICONV = new Set(['shift_jis', 'euc-kr', 'big5', 'iso-8859-16']);

const REPLACEMENT = '\ufffd';

/** Decodes a part of a text, or its end without bytes; undefined for bytes that are not in the encoding. */
type CodePageDecoder = (bytes: Buffer | undefined) => string | undefined;

/** A decoder of one text in an encoding, given by the name that `encodingName` has for it. Windows-1252 has every byte. */
export function codePageDecoder(name: string): CodePageDecoder {
  if (name === 'windows-1252') return (bytes = NO_TEXT) => decodeWindows1252(bytes);
  if (BY_ICONV.has(name) || isBeyondWhatwg(name)) {
    const decoder = iconv.getDecoder(name);
    return (bytes) => {
      const text = (bytes === undefined ? decoder.end() : decoder.write(bytes)) ?? '';
      return text.includes(REPLACEMENT) ? undefined : text;
    };
  }
  // The WHATWG standard has one decoder for GBK and GB18030, but Node's for GBK lacks some characters.
  const decoder = new TextDecoder(name === 'gbk' ? 'gb18030' : name, { fatal: true, ignoreBOM: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      return undefined;
    }
  };
}

/** Any encoding that {@link codePageDecoder} knows. Bytes that are not in it are refused. */
export class CodePage extends ByteText {
  readonly encoding: TextEncodingFound;
  readonly #decode: CodePageDecoder;
  #end: number;

  constructor(encoding: TextEncodingFound, start = 0) {
    super(start);
    this.encoding = encoding;
    this.#end = start;
    this.#decode = codePageDecoder(encoding.name);
  }

  protected override decodePart(part: Buffer, start: number): DecodedText | Promise<DecodedText> {
    const texts: string[] = [];
    for (let at = 0; at < part.length; at += STEP_BYTES) {
      const text = this.#decode(part.subarray(at, at + STEP_BYTES));
      if (text === undefined) return { text: Buffer.from(texts.join('')), fault: this.#fault(start + at) };
      texts.push(text);
    }
    this.#end = start + part.length;
    return { text: Buffer.from(texts.join('')) };
  }

  override async end(): Promise<DecodedText> {
    const text = this.#decode(undefined);
    return text === undefined
      ? { text: NO_TEXT, fault: this.#fault(this.#end) }
      : { text: Buffer.from(text) };
  }

  #fault(byte: number) {
    const { name, isGuessed } = this.encoding;
    const found = isGuessed
      ? `was taken for ${name}, but has bytes that are not: name its encoding by encoding=NAME, or save it as UTF-8`
      : `has bytes that are not ${name}, which encoding=${name} says: name another one, or leave it out to have it found`;
    return { found, byte };
  }
}

// The bytes 0x80 to 0x9F in the WHATWG's windows-1252. The other bytes are as in Latin-1. TextDecoder is not used because several
// releases of Node decode this range as Latin-1.
const UPPER_CONTROLS =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

/** Decodes Windows-1252, in which every byte is a character: those without one are control characters, as in browsers. */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (char) => UPPER_CONTROLS.charAt(char.charCodeAt(0) - 0x80));
}
