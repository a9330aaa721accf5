/** A strong entity tag (RFC 9110, 8.8.3) of an opaque text without quotes, spaces and control characters. */
export function strongTag(opaque: string): string {
  return `"${opaque}"`;
}

const TAG = /^[ \t]*(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*$/;

/**
 * Whether a value of `If-None-Match` names this strong tag (RFC 9110, 13.1.2), so that whoever asks has it already. The comparison is the
 * weak one: a proxy that packs a reply may have made the tag weak. What is no tag names nothing.
 */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // A tag of ours holds no comma: pieces of one that does are just not it.
  return ifNoneMatch.split(',').some((listed) => TAG.exec(listed)?.[1] === tag);
}
