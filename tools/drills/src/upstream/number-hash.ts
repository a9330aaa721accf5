/** A whole number from 0 to 2^32 - 1 that is the same for the same text and seed: FNV-1a, mixed once more. */
export function hashOf(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let position = 0; position < text.length; position += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** A share, 0 to 1, that is the same for the same text and seed. */
export function shareOf(text: string, seed: number): number {
  return hashOf(text, seed) / 0x1_0000_0000;
}
