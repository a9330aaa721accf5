import type { AccountId, ErrorCode } from '@dialproof/core';
import type { z } from 'zod';
import type { HttpReply, HttpRequest } from '../../message/http-message.js';
import type { JsonValues } from '../../message/json-values.js';
import type { Attempt, Once } from '../../replays/once.js';
import type { Caller } from '../../sign-in/bearer.js';
import type { LastingAccess } from '../../sign-in/lasting-access.js';
import type { OperationParts } from './operation-parts.js';

/** The account and the item of a request, as they become known while it is answered, for the observer. */
export interface RequestSubject {
  /**
   * The caller's account, even if it is suspended or its token lacks the scope; for `register`, the opened account. Undefined if no account
   * is known.
   */
  accountId: AccountId | undefined;
  /**
   * The item in the path, as the caller wrote it, or the webhook that the request has made. Undefined if there is neither, as for a repeat
   * that got the earlier reply.
   */
  itemId: string | undefined;
  /**
   * The code with which the caller was refused before anything else about the request was checked: `not_authenticated`,
   * `cross_site_request`, `account_suspended`, `forbidden`, or `too_many_requests` if too many sign-ins of its address have failed. Otherwise undefined.
   */
  refusedSignIn: ErrorCode | undefined;
}

/** A request of an authenticated caller, before its query and its body are read. */
export interface AccountCall {
  readonly request: HttpRequest;
  readonly accountId: AccountId;
  /** The caller, with the scopes of its credentials. */
  readonly caller: Caller;
  /** The id of the item in the path, decoded; empty if the path has none. */
  readonly id: string;
  /** Through which whatever changes something is done: a POST may have an `Idempotency-Key`. */
  readonly once: Once;
  /** The caller's access, for requests that last. */
  readonly access: LastingAccess;
  /** Receives the item that the operation has made. */
  readonly subject: RequestSubject;
}

/** What an operation does its work with: the request of an authenticated caller, its query and its body by their shapes. */
export interface OperationCall<Query, Body> extends Omit<AccountCall, 'once'> {
  readonly query: Query;
  readonly body: Body;
  /** Undefined if the request has no `Idempotency-Key`. */
  readonly attempt: Attempt | undefined;
  readonly parts: OperationParts;
}

/** A request that anyone may send. */
export interface OpenCall<Body> {
  readonly request: HttpRequest;
  readonly body: Body;
  readonly subject: RequestSubject;
  readonly parts: OperationParts;
}

export type AccountHandler = (call: AccountCall) => Promise<HttpReply>;
export type OpenHandler = (request: HttpRequest, subject: RequestSubject) => Promise<HttpReply>;

/** Is aborted when the client goes away, and when another process answers the request. */
export function signalOf({
  request,
  attempt,
}: Pick<OperationCall<unknown, unknown>, 'request' | 'attempt'>): AbortSignal {
  return attempt === undefined ? request.signal : AbortSignal.any([request.signal, attempt.signal]);
}

/**
 * Reads the body of a request. The caller was admitted when the headers came. A slow client may send the body much later. Unless the whole
 * body came with the headers, the caller is therefore authenticated again behind the body, and `caller` is the result.
 */
export async function readBody<Shape extends z.ZodObject>(
  { access, caller, request }: Pick<AccountCall, 'access' | 'caller' | 'request'>,
  values: JsonValues<Shape>,
  maxJsonBytes: number,
): Promise<{ readonly body: z.output<Shape>; readonly caller: Caller }> {
  // Asked before the body is read, since afterwards every body is whole.
  const wasWhole = request.isWhole;
  const body = await values.read(request, maxJsonBytes);
  return { body, caller: wasWhole ? caller : await access.confirm() };
}
