import { isDeepStrictEqual } from 'node:util';
import type { BulkAnswer, CheckAnswer, E164 } from '@dialproof/core';
import { unlessAborted } from '../calls/waiting.js';

/**
 * Reads a reply's body as UTF-8. Returns undefined if it is longer than `maxBytes`, whose rest is not read. Bytes count as they are after
 * decompression, which goes on only as fast as they are read.
 */
export async function readText(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let isComplete = false;
  try {
    if (announcedBytes(response) > maxBytes) return undefined;
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal);
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) return undefined;
      chunks.push(value);
    }
    isComplete = true;
  } finally {
    // Without this, the connection stays busy with a body that nobody reads.
    if (!isComplete) reader.cancel().catch(() => {});
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

/** The announced length of the body. That of a compressed one says nothing about its content. */
function announcedBytes({ headers }: Response): number {
  return headers.has('content-encoding') ? 0 : Number(headers.get('content-length') ?? 0);
}

/** The text if an answer or an error may quote it; undefined if it holds a secret. */
export type Quotable = (text: string | undefined) => string | undefined;

/**
 * Upstreams quote what they were sent, headers and addresses among it. A text that holds a secret of the request, as it is or encoded, is not
 * quoted at all: what is left of it would say little. Only quotations are judged. The reply itself stays whole, since a short secret may also
 * stand in a number or in a status. Letter case is ignored, because encodings and proxies change it.
 */
export function quotableBut(secrets: readonly string[]): Quotable {
  const forms = secrets.flatMap(formsOf).map((form) => form.toLowerCase());
  return (text) => {
    const lower = text?.toLowerCase();
    return forms.some((form) => lower?.includes(form)) ? undefined : text;
  };
}

/** The secret as it is, and as an address, a form, JSON, HTML, base64 and hexadecimal digits write it. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const inJson = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    inJson,
    inJson.replaceAll('/', '\\/'),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    // Without its padding, which may be left out, and without what depends on the bytes behind it.
    bytes.toString('base64').replace(/.?=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return [...new Set(forms)];
}

/**
 * Puts the answers of a bulk reply in the order of the numbers. Upstreams leave numbers out, add others, sort them, and give one twice:
 * a number without an answer, or with two that differ, is a failed check. Keys are compared by their digits alone.
 */
export class AnswersByNumber {
  readonly #answers = new Map<string, BulkAnswer>();

  /** Adds the answer for the number that the upstream names. A key that is neither a text nor a whole number names none. */
  add(key: unknown, answer: CheckAnswer | undefined): void {
    const digits = digitsOf(key);
    if (digits === undefined) return;
    const known = this.#answers.get(digits);
    const isContradiction = known !== undefined && !isDeepStrictEqual(known, answer);
    this.#answers.set(digits, isContradiction ? 'check_failed' : (answer ?? 'check_failed'));
  }

  inOrderOf(numbers: readonly E164[]): BulkAnswer[] {
    return numbers.map((number) => this.#answers.get(number.slice(1)) ?? 'check_failed');
  }
}

/** The digits of a number as upstreams write it: with or without its plus, as a text or as a number. */
export function digitsOf(key: unknown): string | undefined {
  if (typeof key === 'number') return Number.isSafeInteger(key) && key > 0 ? String(key) : undefined;
  return typeof key === 'string' ? /^\+?(\d{1,15})$/.exec(key)?.[1] : undefined;
}

/** How long the body of a bulk reply may be, in bytes: one entry is rarely longer than a kilobyte. */
export function maxBulkBytes(count: number): number {
  return 1_048_576 + count * 8_192;
}
