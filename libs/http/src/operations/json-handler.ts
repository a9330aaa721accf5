import type { AccountId } from '@dialproof/core';
import type { HttpReply, HttpRequest } from '../message/http-message.js';
import { readJsonObject } from '../message/json-body.js';
import type { Attempt } from '../replays/once.js';
import type { AccountHandler } from './operation.js';

/** What a JSON request asks for. */
export interface AskedJson<Body> {
  readonly accountId: AccountId;
  /** What the path has in its braces, decoded; empty where the path has none. */
  readonly id: string;
  readonly body: Body;
  readonly request: HttpRequest;
  /** Undefined where the request has no `Idempotency-Key`. */
  readonly attempt: Attempt | undefined;
}

export interface JsonOperation<Body> {
  readonly maxJsonBytes: number;
  /** The body as it is understood, or the refusal of what it should not be. */
  read(body: object): Body;
  answer(asked: AskedJson<Body>): Promise<HttpReply>;
}

/** Makes the handler of an operation that takes a JSON body and changes something, once for each `Idempotency-Key`. */
export function jsonHandler<Body>({ maxJsonBytes, read, answer }: JsonOperation<Body>): AccountHandler {
  return async ({ request, accountId, id, once }) => {
    const body = read(await readJsonObject(request, maxJsonBytes));
    return once.answer((attempt) => answer({ accountId, id, body, request, attempt }), { asked: body });
  };
}

/** Is aborted when the client goes away, and when another process answers the request. */
export function signalOf({ signal }: HttpRequest, attempt: Attempt | undefined): AbortSignal {
  return attempt === undefined ? signal : AbortSignal.any([signal, attempt.signal]);
}
