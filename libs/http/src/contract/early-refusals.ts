import { DialproofError, isDialproofError } from '@dialproof/core';
import { errorReply } from '../message/error-reply.js';
import type { HttpReply, HttpRequest } from '../message/http-message.js';
import { ERROR_STATUS } from '../wire/error-status.js';
import type { ContractPath } from './routing.js';

/**
 * A request that a parser of the host has refused has not been before the guards behind that parser, so nothing may come of it.
 * Operations that take a body say so when they come to it; the others would never look.
 */
export function refusedByParser(
  { takesBody }: { readonly takesBody: boolean },
  { parsedBody }: HttpRequest,
): HttpReply | undefined {
  return !takesBody && isDialproofError(parsedBody) ? errorReply(parsedBody) : undefined;
}

/**
 * The refusal by a parser of the host that the caller has caused. Middleware behind the parser has not seen the request, so nobody
 * may have signed the caller in, and a 401 would log signed-in users out.
 */
export function parserRefusal({ parsedBody }: HttpRequest): DialproofError | undefined {
  return isDialproofError(parsedBody) && ERROR_STATUS[parsedBody.code] < 500 ? parsedBody : undefined;
}

/** Of a method that a path does not take; OPTIONS is answered with those that it takes. */
export function wrongMethod({ allow, routes }: ContractPath, { method }: HttpRequest): HttpReply {
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: '' };
  const taken = [...routes.keys()].join(' and ');
  const refusal = errorReply(
    new DialproofError('method_not_allowed', { hint: `this path takes ${taken}, not ${method}` }),
  );
  return { ...refusal, headers: { ...refusal.headers, allow } };
}
