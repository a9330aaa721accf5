import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The most requests that may wait on one connection. */
const MAX_WAITING = 32;

/** The unsent responses of each connection, in the order of their requests. Weak, so a closed connection keeps nothing. */
const unsent = new WeakMap<Socket, ServerResponse[]>();

/**
 * Calls `serve` when the replies to all earlier requests of the connection are out: at once as a rule. A client may send requests without
 * waiting for replies (RFC 9112, 9.3.2), and Node begins all of them, but reports the end of the connection to the first response alone.
 * `serve` is never called if the connection has closed by then. A connection on which more than 32 requests wait is closed. Only requests
 * that come here count.
 */
export function oneAtATime(response: ServerResponse, serve: () => void): void {
  const { httpVersionMajor, socket } = response.req;
  // The requests of HTTP/2 do not wait for one another. A framework's test may have no connection, whatever the types say.
  if (httpVersionMajor > 1 || typeof socket !== 'object') {
    serve();
    return;
  }
  // The connection was closed at a request beyond the limit.
  if (socket.destroyed) return;
  // A response that the host has ended before this, after a time-out for instance, has no close to wait for.
  if (response.writableFinished || response.closed) {
    serve();
    return;
  }
  const responses = unsent.get(socket) ?? [];
  const before = responses.at(-1);
  // The server may have called this before, and now the contract calls it.
  const isKnown = responses.includes(response);
  if (!isKnown) {
    unsent.set(socket, responses);
    responses.push(response);
    response.once('close', () => responses.splice(responses.indexOf(response), 1));
  }
  if (before === undefined || isKnown) serve();
  // Clients may repeat requests that got no reply (RFC 9112, 9.3.2).
  else if (responses.length > MAX_WAITING + 1) socket.destroy();
  else before.once('close', () => socket.destroyed || serve());
}
