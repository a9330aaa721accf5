import type { IncomingMessage, ServerResponse } from 'node:http';
import { nodeHandler, type Receiver } from '@dialproof/checkers/evidence';
import { DialproofError, type ErrorCode, isDialproofError } from '@dialproof/core';
import type { HttpContract } from '@dialproof/http';
import { NodeRequest, refusalHeaders } from '@dialproof/http/adapter';
import type { Receivers } from './receivers.js';

/** A request to a receiver that did not come from the app. */
export interface RefusedHook {
  /** The path of the receiver. */
  readonly hook: string;
  readonly reason: ErrorCode;
}

export interface ReceiverParts {
  readonly receivers: Receivers;
  /** Its limit of failed sign-ins also applies to wrong signatures and secrets. */
  readonly contract: Pick<HttpContract, 'limitGuesses'>;
  readonly onRefused: (refused: RefusedHook, request: IncomingMessage) => void;
}

/** The refusals of callers that are not the app, by status. */
const REFUSALS: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'not_authenticated'],
  [403, 'forbidden'],
]);

/** Answers a request to a receiver that is configured. Returns false for every other request. */
export function answerReceiver(
  { contract, onRefused, receivers }: ReceiverParts,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const [hook = ''] = (request.url ?? '').split('?', 1);
  const handler = receivers.get(hook);
  if (handler === undefined) return false;
  const limited = limitedHandler(
    handler,
    (attempt) => contract.limitGuesses(new NodeRequest(request, response), attempt),
    (reason) => onRefused({ hook, reason }, request),
  );
  nodeHandler(limited)(request, response);
  return true;
}

/** Makes an attempt, or rejects with `too_many_requests`. Counts one that rejects with `not_authenticated`. */
type LimitGuesses = (attempt: () => Promise<Response>) => Promise<Response>;

/** A handler whose refusals count as failed sign-ins, also of requests without a signature, since apps send none. */
function limitedHandler(
  handler: Receiver,
  limitGuesses: LimitGuesses,
  onRefused: (reason: ErrorCode) => void,
): Receiver {
  return async (request) => {
    let refused: Response | undefined;
    const attempt = async (): Promise<Response> => {
      const answer = await handler(request);
      const reason = REFUSALS.get(answer.status);
      if (reason === undefined) return answer;
      onRefused(reason);
      refused = answer;
      throw new DialproofError('not_authenticated');
    };
    try {
      return await limitGuesses(attempt);
    } catch (error) {
      if (refused !== undefined) return refused;
      if (!isDialproofError(error, 'too_many_requests')) throw error;
      onRefused(error.code);
      return Response.json({ detail: error.code }, { status: 429, headers: refusalHeaders(error) });
    }
  };
}
