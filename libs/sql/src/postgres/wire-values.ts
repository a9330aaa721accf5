/** A value as it is sent to the server: a text, or bytes as they are. */
export function wireValue(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return bytesOf(value);
  if (Array.isArray(value)) return `{${value.map(wireElement).join(',')}}`;
  return plainText(value);
}

/** An element of a list, as PostgreSQL reads lists in texts. */
function wireElement(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'string') return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
  // Hexadecimal takes twice the bytes; a value outside of a list is sent as it is.
  if (value instanceof Uint8Array) return `"\\\\x${bytesOf(value).toString('hex')}"`;
  return plainText(value);
}

function bytesOf(value: Uint8Array): Buffer {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}

function plainText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return `${value}`;
  throw new TypeError(`a value of a statement is of the type ${typeof value}`);
}
