import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_PIPELINED } from '../contract/contract-options.js';

export interface TurnOptions {
  /** How many requests may wait on one connection. A connection with more is closed. Default 100. */
  readonly maxWaiting?: number;
}

/**
 * Calls `serve` when it is the turn of this response: at once, or when the replies to all earlier requests of its connection are out. Node
 * reads requests that a client sends without waiting for replies (RFC 9112, 9.3.2), and tells the responses behind the first one neither
 * that the connection has closed nor how fast it takes what is written. So nothing is begun for them, and a closed connection leaves
 * nothing to end: `serve` is never called then.
 */
export function inTurn(
  response: ServerResponse,
  serve: () => void,
  { maxWaiting = MAX_PIPELINED }: TurnOptions = {},
): void {
  // Null until the reply before it is out. HTTP/2 has no turns.
  if (response.socket !== null || response.writableEnded) {
    serve();
    return;
  }
  const { socket } = response.req;
  // What was read together with the request that was one too many.
  if (socket.destroyed) return;
  const waiting = count(socket, 1);
  // A client may repeat what it has no reply to (RFC 9112, 9.3.2). To stop reading instead would hide that it has gone.
  if (waiting > maxWaiting) socket.destroy();
  response.once('socket', () => {
    count(socket, -1);
    // In a later turn of the event loop: replies that are ready at once would otherwise be made all together, before anybody else is heard.
    setImmediate(() => {
      if (!socket.destroyed) serve();
    });
  });
}

/** Where a connection carries how many of its requests wait. */
const WAITING = Symbol('requests that wait');

function count(socket: Socket, change: 1 | -1): number {
  const waiting = (Reflect.get(socket, WAITING) ?? 0) + change;
  Reflect.set(socket, WAITING, waiting);
  return waiting;
}
