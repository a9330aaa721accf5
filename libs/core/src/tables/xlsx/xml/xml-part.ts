import { isAscii } from 'node:buffer';
import type { BlankXml } from './blank-xml.js';

/** A part of a workbook, opened when its text is iterated. */
export interface XmlPart {
  readonly name: string;
  readonly text: AsyncIterable<string>;
  /** Counts what is read of all parts of the workbook. */
  readonly blank: BlankXml;
}

/** Decodes XML, which is UTF-8 or UTF-16 in a workbook (ECMA-376 part 2, 8.1.4). Throws a TypeError for bytes that are neither. */
export async function* xmlText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let endsCharacter = true;
  for await (const piece of bytes) {
    // The parser drops the byte order mark itself. The decoder would also drop one inside a cell, at the start of a piece.
    decoder ??= new TextDecoder(encodingOf(piece), { fatal: true, ignoreBOM: true });
    const isPlain = decoder.encoding === 'utf-8' && endsCharacter && isAscii(piece);
    // Most pieces are ASCII, which takes a quarter of the time without the decoder.
    yield isPlain ? piece.toString('latin1') : decoder.decode(piece, { stream: true });
    endsCharacter = (piece.at(-1) ?? 0) < 0x80;
  }
  if (decoder !== undefined) yield decoder.decode();
}

/** Tells UTF-16 by its byte order mark, or by which of the first two bytes is zero (XML 1.0, appendix F). */
function encodingOf([first, second]: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}
