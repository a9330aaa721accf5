import { DialproofError, withoutNumbers } from '@dialproof/core';
import { wasReadByHost } from './host-body.js';
import type { HttpRequest } from './http-message.js';

/** The media type of the body in lower case without its parameters; empty when the request names none. */
export function mediaType(request: HttpRequest): string {
  const contentType = request.header('content-type') ?? '';
  const end = contentType.indexOf(';');
  return (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/** The refusal of a body of another media type. `expected` is the first half of its hint. */
export function wrongMediaType(request: HttpRequest, expected: string): DialproofError {
  const type = mediaType(request);
  const found = type === '' ? 'nothing' : `"${withoutNumbers(type)}"`;
  return new DialproofError('unsupported_media_type', {
    hint: `${expected}, the request says ${found}`,
  });
}

/** Whether the request announces a body (RFC 9112, 6.3). */
export function announcesBody(request: HttpRequest): boolean {
  return (
    request.header('transfer-encoding') !== undefined || Number(request.header('content-length') ?? 0) > 0
  );
}

/** The rest of a body of at most this length is read before the next request of its connection. */
export const SHORT_BODY_BYTES = 65_536;

/** Compressed bodies are refused: how much a few bytes unpack to is not known before it is done. */
export function assertIdentityEncoding(request: HttpRequest): void {
  const encoding = request.header('content-encoding');
  // A body that the host has read has been unpacked by it.
  if (encoding === undefined || encoding.toLowerCase() === 'identity' || wasReadByHost(request)) return;
  throw new DialproofError('unsupported_media_type', {
    hint: `the body must not be compressed, it came as "${withoutNumbers(encoding)}"`,
  });
}
