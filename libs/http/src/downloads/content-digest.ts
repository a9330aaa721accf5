import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Whether the value of a `Want-Repr-Digest` header (RFC 9530) asks for SHA-256, the one that is offered. */
export function wantsSha256(wantReprDigest: string | undefined): boolean {
  return /(?:^|,)\s*sha-256\s*=\s*(?:10|[1-9])\s*(?:,|$)/.test(wantReprDigest ?? '');
}

/** The value of a `Repr-Digest` header for this content, which is read to its end. */
export async function reprDigest(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    // Others are heard between the pieces.
    await nextTurn();
  }
  return `sha-256=:${hash.digest('base64')}:`;
}
