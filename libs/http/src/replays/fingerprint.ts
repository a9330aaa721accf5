import { createHash } from 'node:crypto';

/** The payload of a request as text. Requests with the same payload have the same text. */
export interface Payload {
  readonly text: string;
  /** The length of its file, 0 if there is none. */
  readonly bytes: number;
}

/** The length comes first: a repeat with a longer file is known before the rest of it has arrived. */
export function fingerprintOf({ text, bytes }: Payload): string {
  return `${bytes} ${createHash('sha256').update(text).digest('base64')}`;
}

/** The length of the file of the request with this fingerprint. */
export function bytesOf(fingerprint: string): number {
  return Number.parseInt(fingerprint, 10);
}
