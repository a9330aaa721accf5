import { createHash } from 'node:crypto';

/** What a request asks for. Two that ask for the same have the same text. */
export interface Payload {
  readonly text: string;
  /** How long its file is, 0 where there is none. */
  readonly bytes: number;
}

/** The length comes first: a repeat with a longer file is known before the rest of it has arrived. */
export function fingerprintOf({ text, bytes }: Payload): string {
  return `${bytes} ${createHash('sha256').update(text).digest('base64')}`;
}

/** How long the file was of the request with this fingerprint. */
export function bytesOf(fingerprint: string): number {
  return Number.parseInt(fingerprint, 10);
}
