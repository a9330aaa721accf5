import { DialproofError, type ErrorCode, isDialproofError } from '@dialproof/core';
import type { HttpRequest } from './http-message.js';

/** Whether something before the contract has read the body already, or has refused it: then it is not read after all. */
export function wasReadByHost({ body, parsedBody }: HttpRequest): boolean {
  return body.readableDidRead || body.readableEnded || isDialproofError(parsedBody);
}

/** What a body parser of the host has made of a body that it has read. Throws what it was refused with. */
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
 * What the contract has to say where body-parser, which is behind `express.json()` and its like, has refused a request before it:
 * to be handed on as `parsedBody`. Undefined for every other error, which is the host's.
 */
export function bodyParserRefusal(error: unknown): DialproofError | undefined {
  const { type, code }: { readonly type?: unknown; readonly code?: unknown } = Object(error);
  const refusal = REFUSALS.get(type ?? code);
  return refusal && new DialproofError(refusal[0], { hint: refusal[1], cause: error });
}
