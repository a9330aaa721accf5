import { TextDecoder } from 'node:util';
import { decodeWindows1252 } from '../text/windows-1252.js';

const EVERY_BYTE = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

/**
 * The same text with small letters for its capitals, in an encoding of one byte a character. A capital whose small letter the encoding lacks
 * stays.
 */
export function inSmallLetters(encoding: string, bytes: Buffer): Buffer {
  const characters = [
    ...(encoding === 'windows-1252'
      ? decodeWindows1252(EVERY_BYTE)
      : new TextDecoder(encoding).decode(EVERY_BYTE)),
  ];
  const byteOf = new Map(characters.map((character, byte) => [character, byte]));
  const locale = encoding === 'windows-1254' ? 'tr' : 'und';
  const small = characters.map((character, byte) => byteOf.get(character.toLocaleLowerCase(locale)) ?? byte);
  return Buffer.from(bytes.map((byte) => small[byte] ?? byte));
}
