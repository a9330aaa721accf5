import { isUtf8 } from 'node:buffer';

/** How many bytes at the start of `bytes` are left when a character that is cut off at its end is not counted. */
export function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes[bytes.length - back];
    if (byte === undefined) break;
    if (byte >= 0xc0) return characterLength(byte) > back ? bytes.length - back : bytes.length;
    if (byte < 0x80) break;
  }
  return bytes.length;
}

/** The characters of UTF-8 before the first byte that belongs to none. */
export function utf8Prefix(bytes: Buffer): Buffer {
  let end = 0;
  while (end < bytes.length) {
    const next = end + characterLength(bytes[end] ?? 0);
    if (next > bytes.length || !isUtf8(bytes.subarray(end, next))) break;
    end = next;
  }
  return bytes.subarray(0, end);
}

/** How many characters that are not ASCII stand in these bytes, and how many bytes beside them that are neither. */
export function utf8Characters(bytes: Buffer): { readonly like: number; readonly unlike: number } {
  let like = 0;
  let unlike = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const length = byte < 0x80 ? 1 : lengthAt(bytes, at);
    if (length > 1) like += 1;
    else if (byte >= 0x80) unlike += 1;
    at += length;
  }
  return { like, unlike };
}

/** How many bytes the character has that begins there; 1 if none does. */
function lengthAt(bytes: Buffer, start: number): number {
  const lead = bytes[start] ?? 0;
  if (lead < 0xc2 || lead > 0xf4) return 1;
  const length = characterLength(lead);
  for (let at = start + 1; at < start + length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 1;
  }
  return length;
}

/** How many bytes a character has that begins with this one. */
function characterLength(lead: number): number {
  if (lead < 0xc0) return 1;
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
