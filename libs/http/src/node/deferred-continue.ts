import type { IncomingMessage, ServerResponse } from 'node:http';

/** Marks a request whose client waits for `100 Continue` before it sends the body. */
const DEFERRED = Symbol('100 Continue is still to be sent');

/**
 * Leaves `100 Continue` to the reader of the body, so that a request which is refused by its head is not sent as a whole. For the event
 * `checkContinue` of a server, which then handles the request as every other; without a listener there, Node sends it at once.
 */
export function deferContinue(request: IncomingMessage): void {
  Reflect.set(request, DEFERRED, true);
}

/** Sends `100 Continue` to a client that still waits for it: before a body is read. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (!awaitsContinue(request) || response.headersSent) return;
  Reflect.set(request, DEFERRED, false);
  response.writeContinue();
}

/** Whether a client waits before it sends the body. */
export function awaitsContinue(request: IncomingMessage): boolean {
  return Reflect.get(request, DEFERRED) === true;
}
