import type { AccountId } from '@dialproof/core';
import type { z } from 'zod';
import type { HttpReply, HttpRequest } from '../message/http-message.js';
import type { JsonValues } from '../message/json-values.js';
import type { Attempt } from '../replays/once.js';
import type { Caller } from '../sign-in/bearer.js';
import type { AccountCall, AccountHandler, RequestSubject } from './operation.js';

/** The contents of a JSON request. */
export interface AskedJson<Body> {
  readonly accountId: AccountId;
  readonly caller: Caller;
  /** The id of the item in the path, decoded; empty if the path has none. */
  readonly id: string;
  readonly body: Body;
  readonly request: HttpRequest;
  /** Undefined if the request has no `Idempotency-Key`. */
  readonly attempt: Attempt | undefined;
  readonly subject: RequestSubject;
}

export interface JsonOperation<Shape extends z.ZodObject> {
  readonly maxJsonBytes: number;
  readonly values: JsonValues<Shape>;
  answer(asked: AskedJson<z.output<Shape>>): Promise<HttpReply>;
}

/** Makes the handler of an operation that takes a JSON body and changes something, once for each `Idempotency-Key`. */
export function jsonHandler<Shape extends z.ZodObject>({
  maxJsonBytes,
  values,
  answer,
}: JsonOperation<Shape>): AccountHandler {
  return async (call) => {
    const { request, accountId, id, once, subject } = call;
    const { body, caller } = await readBody(call, values, maxJsonBytes);
    return once.answer((attempt) => answer({ accountId, caller, id, body, request, attempt, subject }), {
      asked: body,
    });
  };
}

/**
 * The body of a request. The caller was admitted at its headers, and a client may take its time to send the rest. So when the body was not
 * there at once, the caller must still be admitted at its end, and `caller` is who it is then.
 */
export async function readBody<Shape extends z.ZodObject>(
  { access, caller, request }: Pick<AccountCall, 'access' | 'caller' | 'request'>,
  values: JsonValues<Shape>,
  maxJsonBytes: number,
): Promise<{ readonly body: z.output<Shape>; readonly caller: Caller }> {
  // Before the body is touched: that would send `100 Continue` to a client whose body is too long.
  const wasWhole = request.isWhole;
  const body = await values.read(request, maxJsonBytes);
  return { body, caller: wasWhole ? caller : await access.confirm() };
}

/** Is aborted when the client goes away, and when another process answers the request. */
export function signalOf({ signal }: HttpRequest, attempt: Attempt | undefined): AbortSignal {
  return attempt === undefined ? signal : AbortSignal.any([signal, attempt.signal]);
}
