import { isAscii } from 'node:buffer';
import { malformedWorkbook } from './zip-directory.js';

/** A part of a workbook, opened when its text is iterated. */
export interface XmlPart {
  readonly name: string;
  readonly text: AsyncIterable<string>;
  /** Counts the blank XML of all parts of the workbook. */
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

/** Recognises UTF-16 by its byte order mark, or by which of the first two bytes is zero (XML 1.0, appendix F). */
function encodingOf([first, second]: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}

/** The XML that each filled cell or shared string allows: a formula has up to 8,192 characters, and few have more than 1,000. */
const BYTES_PER_FILLED = 4_096;

/** The cost of opening a part, in bytes, so that countless empty sheets are bounded too. */
const BYTES_PER_PART = 32 * 1024;

/** This many bytes of blank rows count as one byte if they are read without the parser: they cost a tenth. */
const PLAIN_PER_BYTE = 16;

/** The cost of a run of rows that the parser does not read, in bytes, so that scattered blank rows are bounded too. */
const BYTES_PER_RUN = 32;

/**
 * Counts the XML since the last filled cell. Empty rows, empty cells and formats compress to nearly nothing, but cost as much to read as
 * real ones: 10 million `<row/>` take 90 kB in a zip.
 */
export class BlankXml {
  readonly #maxBytes: number;
  #bytes = 0;
  #filled = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts the opening of a part. */
  addPart(): void {
    this.#bytes += BYTES_PER_PART;
  }

  /** Counts a cell or a shared string that is not empty. */
  addFilled(): void {
    this.#filled += 1;
  }

  /** Counts XML that was read without the parser. `blankBytes`: the bytes of blank rows among them. Code: `malformed_file`. */
  addPlain(bytes: number, blankBytes: number, place: () => string): void {
    this.add(BYTES_PER_RUN + bytes - blankBytes + blankBytes / PLAIN_PER_BYTE, place);
  }

  /**
   * Counts XML that was read. Filled cells since the last call reduce the count. Code: `malformed_file`; `place` describes the position in
   * a few words.
   */
  add(bytes: number, place: () => string): void {
    this.#bytes = Math.max(0, this.#bytes + bytes - this.#filled * BYTES_PER_FILLED);
    this.#filled = 0;
    if (this.#bytes <= this.#maxBytes) return;
    throw malformedWorkbook(
      `has more than ${this.#maxBytes} bytes of XML in a row without a filled cell (${place()}): delete empty rows, columns and sheets that carry formats alone`,
    );
  }
}
