/** Turns the bytes of a text file into UTF-8, piece by piece. */
export interface TextDecoding {
  decode(piece: Buffer): DecodedText;
  /** Gives what was held back of the last piece. */
  end(): DecodedText;
}

export interface DecodedText {
  /** The bytes in UTF-8, as far as they are text in the file's encoding. */
  readonly text: Buffer;
  /** What stands behind the text and cannot be decoded. Nothing is decoded after it. */
  readonly fault?: TextFault;
}

export interface TextFault {
  /** The end of a sentence for people that begins with `the file`. */
  readonly found: string;
  /** Its position among the bytes given to `decode`, from 0. Undefined if the fault is in the file as a whole. */
  readonly byte?: number;
}
