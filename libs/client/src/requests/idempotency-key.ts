/** A random UUID (RFC 9562, version 4). `crypto.randomUUID` is missing in pages that did not come over https. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    // The version, then the variant.
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Checks a key of the caller's. */
export function checkedKey(key: string): string {
  // Headers hold Latin letters, and a quote would begin another writing of the same key.
  if (!/^(?!")[\x20-\x7e]{1,255}$/.test(key) || key.trim() !== key) {
    throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters, not begin with a quote');
  }
  return key;
}
