/** A strong entity tag (RFC 9110, 8.8.3) of an opaque text without quotes, spaces and control characters. */
export function strongTag(opaque: string): string {
  return `"${opaque}"`;
}

const TAG = /^[ \t]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*$/;

/**
 * Whether a value of `If-None-Match` names this strong tag (RFC 9110, 13.1.2), so that the client has it already. The comparison is the
 * weak one: a proxy that compresses a reply may have made the tag weak. Malformed tags match nothing.
 */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // Our tags contain no comma: the pieces of a tag that does simply do not match.
  return ifNoneMatch.split(',').some((listed) => TAG.exec(listed)?.[1] === tag);
}
