import { DialproofError, type ErrorCode } from '@dialproof/core';

/** Fastify's own refusals on a route before the route's handler. Errors of a host's hooks have other codes. */
const REFUSALS: ReadonlyMap<unknown, readonly [code: ErrorCode, hint: string]> = new Map([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', ['unsupported_media_type', 'the Content-Type is not a media type']],
  ['FST_ERR_ROUTE_MISSING_CONTENT_TYPE', ['unsupported_media_type', 'the request names no Content-Type']],
]);

/** The contract's refusal of a request that Fastify has refused in front of it. Undefined for every other error. */
export function fastifyRefusal(error: unknown): DialproofError | undefined {
  const { code }: { readonly code?: unknown } = Object(error);
  const refusal = REFUSALS.get(code);
  return refusal && new DialproofError(refusal[0], { hint: refusal[1], cause: error });
}
