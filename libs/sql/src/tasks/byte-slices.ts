/**
 * Several values of bytes as one, with where each begins, counted from 1 as PostgreSQL does. The driver writes the bytes of a value as they are,
 * and those of a list in hexadecimal, which is twice as long.
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
