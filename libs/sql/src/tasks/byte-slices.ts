/**
 * Several byte values as one, with the start of each, counted from 1 as in PostgreSQL. The driver writes the bytes of a single value as
 * they are, but those of a list in hexadecimal, which is twice as long.
 */
export interface ByteSlices {
  readonly bytes: Uint8Array;
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
}

export function byteSlices(parts: readonly Uint8Array[]): ByteSlices {
  const lengths = parts.map((part) => part.length);
  let next = 1;
  const starts = lengths.map((length) => {
    const start = next;
    next += length;
    return start;
  });
  return { bytes: Buffer.concat(parts), starts, lengths };
}
