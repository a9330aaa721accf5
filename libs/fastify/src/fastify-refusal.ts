import { DialproofError, type ErrorCode } from '@dialproof/core';

/** What Fastify itself refuses on a route before it asks for the route's handler. Errors of a host's hooks have other codes. */
const REFUSALS: ReadonlyMap<unknown, readonly [code: ErrorCode, hint: string]> = new Map([
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', ['unsupported_media_type', 'the Content-Type is not a media type']],
  ['FST_ERR_ROUTE_MISSING_CONTENT_TYPE', ['unsupported_media_type', 'the request names no Content-Type']],
]);

/** What the contract has to say where Fastify has refused a request before it. Undefined for every other error. */
export function fastifyRefusal(error: unknown): DialproofError | undefined {
  const { code }: { readonly code?: unknown } = Object(error);
  const refusal = REFUSALS.get(code);
  return refusal && new DialproofError(refusal[0], { hint: refusal[1], cause: error });
}
