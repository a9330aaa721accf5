import { DialproofError, type ErrorCode, isDialproofError, withoutNumbers } from '@dialproof/core';
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

/** If a body has at most this length, its unread rest is read before the next request of the connection. */
export const SHORT_BODY_BYTES = 65_536;

/** Compressed bodies are refused: how much a few bytes unpack to is not known before it is done. */
export function assertIdentityEncoding(request: HttpRequest): void {
  const encoding = request.header('content-encoding');
  // The host has unpacked a body that it has read.
  if (encoding === undefined || encoding.toLowerCase() === 'identity' || wasReadByHost(request)) return;
  throw new DialproofError('unsupported_media_type', {
    hint: `the body must not be compressed, it came as "${withoutNumbers(encoding)}"`,
  });
}

/** Whether something in front of the contract has read the body, or has refused it. Then the contract does not read it. */
export function wasReadByHost({ body, parsedBody }: HttpRequest): boolean {
  return body.readableDidRead || body.readableEnded || isDialproofError(parsedBody);
}

/** The result of the host's body parser. Throws the parser's refusal. */
export function hostBody({ parsedBody }: HttpRequest): unknown {
  if (isDialproofError(parsedBody)) throw parsedBody;
  return parsedBody;
}

/** The errors of body-parser by their `type`, and of zlib under it by their `code`. Errors of a host's own hooks have others. */
const REFUSALS: ReadonlyMap<unknown, readonly [code: ErrorCode, hint: string]> = new Map([
  ['entity.parse.failed', ['malformed_request', 'the body is not valid JSON']],
  ['entity.too.large', ['request_too_large', 'the body has more bytes than this server takes']],
  ['request.size.invalid', ['malformed_request', 'the body is not as long as the request says']],
  ['request.aborted', ['upload_interrupted', 'the body broke off']],
  ['encoding.unsupported', ['unsupported_media_type', 'the body is compressed in an unknown way']],
  ['charset.unsupported', ['unsupported_media_type', 'the body must come in UTF-8']],
  ['Z_DATA_ERROR', ['malformed_request', 'the compressed body cannot be unpacked']],
  ['Z_BUF_ERROR', ['malformed_request', 'the compressed body ends too early']],
]);

/**
 * Converts an error of body-parser, which `express.json()` and others use, to the contract's refusal, to be passed on as `parsedBody`.
 * Undefined for every other error, which is the host's.
 */
export function bodyParserRefusal(error: unknown): DialproofError | undefined {
  const { type, code }: { readonly type?: unknown; readonly code?: unknown } = Object(error);
  const refusal = REFUSALS.get(type ?? code);
  return refusal && new DialproofError(refusal[0], { hint: refusal[1], cause: error });
}
