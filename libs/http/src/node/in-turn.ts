import type { ServerResponse } from 'node:http';
import { MAX_PIPELINED } from '../contract/contract-options.js';
import { paceConnection } from './paced-connection.js';
import { knownAhead, requestsAhead } from './requests-ahead.js';
import { turnsOf } from './server-turns.js';

export interface TurnOptions {
  /** The most requests that may wait on one connection. A connection with more is closed. Default 100. */
  readonly maxWaiting?: number;
}

/**
 * Calls `serve` when it is the turn of this response: at once, or when the replies to all earlier requests of its connection are out. Node
 * reads requests that a client sends without waiting for replies (RFC 9112, 9.3.2). It notifies only the first response of the closed
 * connection and of its backpressure. So nothing is begun for the others, and a closed connection leaves nothing to end: `serve` is never
 * called then. Requests that have waited begin in the {@link RequestTurns} of their server. From then on, its other connections from the
 * same network are paced, see {@link paceConnection}.
 */
export function inTurn(
  response: ServerResponse,
  serve: () => void,
  { maxWaiting = MAX_PIPELINED }: TurnOptions = {},
): void {
  const { req, socket: own } = response;
  // Null until the reply before it is out. HTTP/2 has no turns.
  if (own !== null || response.writableEnded) {
    const ahead = own === null ? undefined : knownAhead(own);
    if (ahead?.onNoneWaits !== undefined) ahead.newest = req;
    serve();
    return;
  }
  const { socket } = req;
  // Requests that were read together with the one beyond the limit.
  if (socket.destroyed) return;
  const ahead = requestsAhead(socket);
  // Set by node:http, where alone a response has no socket.
  const server = turnsOf(Reflect.get(socket, 'server'));
  server.pace(ahead.network);
  paceConnection(socket);
  if (ahead.onNoneWaits !== undefined) ahead.newest = req;
  ahead.waiting += 1;
  // A client may repeat requests without a reply (RFC 9112, 9.3.2).
  if (ahead.waiting > maxWaiting) socket.destroy();
  response.once('socket', () => {
    // In a later turn of the event loop: otherwise all replies that are ready at once would be made before other requests are read.
    server.turns.next(ahead.network, () => {
      if (socket.destroyed) return;
      ahead.waiting -= 1;
      serve();
      if (ahead.waiting === 0) ahead.onNoneWaits?.();
    });
  });
}

/** Whether requests that a client has sent ahead wait for this response. */
export function holdsUpOthers({ socket }: ServerResponse): boolean {
  return socket !== null && (knownAhead(socket)?.waiting ?? 0) > 0;
}
