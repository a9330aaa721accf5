import { DialproofError, isDialproofError } from '@dialproof/core';
import { errorReply } from '../message/error-reply.js';
import type { HttpReply, HttpRequest } from '../message/http-message.js';
import { ERROR_STATUS } from '../wire/error-status.js';
import type { ContractPath } from './routing.js';

/**
 * A request that a parser of the host has refused has bypassed the guards behind that parser, so it must be refused. Operations with a body
 * refuse it when they read the body; the others would not notice.
 */
export function refusedByParser(
  { operation }: { readonly operation: { readonly body?: object | undefined } },
  { parsedBody }: HttpRequest,
): HttpReply | undefined {
  return operation.body === undefined && isDialproofError(parsedBody) ? errorReply(parsedBody) : undefined;
}

/**
 * The refusal of a parser of the host, if the caller has caused it. Middleware behind the parser has not seen the request, so the caller
 * may not have been signed in, and a 401 would log signed-in users out.
 */
export function parserRefusal({ parsedBody }: HttpRequest): DialproofError | undefined {
  return isDialproofError(parsedBody) && ERROR_STATUS[parsedBody.code] < 500 ? parsedBody : undefined;
}

/** The reply to a method that the path does not take. OPTIONS is answered with the allowed methods. */
export function wrongMethod({ allow, routes }: ContractPath, { method }: HttpRequest): HttpReply {
  if (method === 'OPTIONS') return { status: 204, headers: { allow }, body: '' };
  const taken = [...routes.keys()].join(' and ');
  const refusal = errorReply(
    new DialproofError('method_not_allowed', { hint: `this path takes ${taken}, not ${method}` }),
  );
  return { ...refusal, headers: { ...refusal.headers, allow } };
}
