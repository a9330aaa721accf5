import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** The text of a .csv file, read another way than the library does. Undefined when it has to be refused. */
export interface ExpectedText {
  readonly text: string;
  /** Whether refusing it is right too: it is no UTF-8, and it depends on its characters whether it passes for Windows-1252. */
  readonly mayBeRefused: boolean;
}

/** Where Windows-1252 has no character, the library gives the control character of that number, as browsers do. */
const WITHOUT_CHARACTER = /[\x81\x8d\x8f\x90\x9d]/;

/** The end of a text file in DOS, which belongs to no cell. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is one
const DOS_END = /\x1a$/;

/** `readAs` is the encoding that an accepted file was read in. */
export function expectedText(bytes: Buffer, readAs: string | null): ExpectedText | undefined {
  const decodedText = decoded(bytes, readAs);
  if (decodedText === undefined || decodedText.text.includes('\0')) return undefined;
  return { ...decodedText, text: decodedText.text.replace(DOS_END, '') };
}

function decoded(bytes: Buffer, readAs: string | null): ExpectedText | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return strict('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return strict('utf-16be', bytes);
  const isMarked = bytes.subarray(0, 3).equals(Buffer.from('\ufeff'));
  if (readAs?.startsWith('utf-16')) return isMarked ? undefined : strict(readAs, bytes);
  if (isMarked || isUtf8(bytes)) return strict('utf-8', bytes);
  if (readAs === null || readAs === 'windows-1252') return { text: windows1252(bytes), mayBeRefused: true };
  const text = BY_ICONV.has(readAs) ? iconv.decode(bytes, readAs) : strict(readAs, bytes)?.text;
  return text === undefined || text.includes('\ufffd') ? undefined : { text, mayBeRefused: true };
}

/** Those that TextDecoder lacks characters of. */
const BY_ICONV = new Set(['shift_jis', 'euc-kr', 'big5']);

function strict(encoding: string, bytes: Buffer): ExpectedText | undefined {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), mayBeRefused: false };
  } catch {
    return undefined;
  }
}

function windows1252(bytes: Buffer): string {
  const raw = bytes.toString('latin1');
  return [...iconv.decode(bytes, 'windows-1252')]
    .map((char, index) => (WITHOUT_CHARACTER.test(raw[index] ?? '') ? raw[index] : char))
    .join('');
}
