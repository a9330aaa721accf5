/** Turns the bytes of a text file into UTF-8, piece by piece. */
export interface TextDecoding {
  /** The encoding. It is final once the text has ended. */
  readonly encoding: TextEncodingFound;
  decode(piece: Buffer): Promise<DecodedText>;
  /** Returns the bytes that were held back. */
  end(): Promise<DecodedText>;
}

export interface TextEncodingFound {
  /** The WHATWG's name of the encoding, or the name of a code page that only a caller can choose. */
  readonly name: string;
  /** Whether another encoding is possible: the file does not declare one, and is not UTF-8. */
  readonly isGuessed: boolean;
}

export interface DecodedText {
  /** The valid part of the bytes, in UTF-8. */
  readonly text: Buffer;
  /** The fault in the bytes behind the text. Nothing is decoded after it. */
  readonly fault?: TextFault;
}

export interface TextFault {
  /** The end of a sentence that begins with `the file`. */
  readonly found: string;
  /** Its position among the bytes given to `decode`, from 0. Undefined if the fault is in the file as a whole. */
  readonly byte?: number;
}

export const NO_TEXT: Buffer = Buffer.alloc(0);

const NUL_FOUND =
  'has a NUL byte, so it is not text, or is UTF-16 without its mark: then name it by encoding=utf-16le or encoding=utf-16be';

/** Decodes an encoding in which a zero byte is a NUL and nothing else. */
export abstract class ByteText implements TextDecoding {
  abstract readonly encoding: TextEncodingFound;
  /** Bytes decoded so far. */
  #bytes: number;

  /** `start` is the position of the text's first byte in the file. */
  constructor(start = 0) {
    this.#bytes = start;
  }

  async decode(piece: Buffer): Promise<DecodedText> {
    const nul = piece.indexOf(0);
    const part = nul === -1 ? piece : piece.subarray(0, nul);
    const start = this.#bytes;
    const decoded = await this.decodePart(part, start);
    this.#bytes += part.length;
    if (nul === -1 || decoded.fault !== undefined) return decoded;
    const { text } = await this.end();
    return {
      text: Buffer.concat([decoded.text, text]),
      fault: { found: NUL_FOUND, byte: start + nul },
    };
  }

  abstract end(): Promise<DecodedText>;

  /** `start` is the position of the part's first byte in the file. */
  protected abstract decodePart(part: Buffer, start: number): DecodedText | Promise<DecodedText>;
}
