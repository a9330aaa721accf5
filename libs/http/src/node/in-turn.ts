import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { MAX_PIPELINED } from '../contract/contract-options.js';

export interface TurnOptions {
  /** The most requests that may wait on one connection. A connection with more is closed. Default 100. */
  readonly maxWaiting?: number;
}

/** The requests of one connection that have come here. */
interface Line {
  /** The one that is served, or was served last. */
  current: ServerResponse;
  /** Those behind it, in their order. */
  readonly waiting: (() => void)[];
}

// Weak, so nothing is kept of a connection that is gone.
const lines = new WeakMap<Socket, Line>();

/**
 * Calls `serve` when the replies to all earlier requests of the connection are out: at once as a rule. Node begins every request that a
 * client sends without waiting for replies (RFC 9112, 9.3.2), and notifies only the first response of the end of the connection and of its
 * backpressure. So the others are begun one at a time, and nothing more is read of the connection while any of them waits. `serve` is never
 * called if the connection has closed by then. Only requests that come here count.
 */
export function inTurn(
  response: ServerResponse,
  serve: () => void,
  { maxWaiting = MAX_PIPELINED }: TurnOptions = {},
): void {
  const { httpVersionMajor, socket } = response.req;
  // The requests of HTTP/2 do not wait for one another. A framework's test may have no connection, whatever the types say.
  if (httpVersionMajor > 1 || typeof socket !== 'object') {
    serve();
    return;
  }
  const line = lines.get(socket);
  if (line === undefined || line.current === response || isFree(line)) {
    if (line === undefined) lines.set(socket, { current: response, waiting: [] });
    else line.current = response;
    serve();
    return;
  }
  // Requests that were read together with the one beyond the limit.
  if (socket.destroyed) return;
  if (line.waiting.length === 0) line.current.once('close', () => serveNext(line, socket));
  line.waiting.push(() => {
    line.current = response;
    if (line.waiting.length > 0) response.once('close', () => serveNext(line, socket));
    else socket.resume();
    serve();
  });
  // A client may repeat requests without a reply (RFC 9112, 9.3.2).
  if (line.waiting.length > maxWaiting) socket.destroy();
  // Node resumes the connection when it has read the request whole, so pause it after that.
  else queueMicrotask(() => line.waiting.length > 0 && socket.pause());
}

function isFree({ current, waiting }: Line): boolean {
  return current.writableFinished && waiting.length === 0;
}

function serveNext({ waiting }: Line, socket: Socket): void {
  // In a later turn of the event loop: otherwise all replies that are ready at once would be made before other connections are read.
  setImmediate(() => {
    if (socket.destroyed) waiting.length = 0;
    else waiting.shift()?.();
  });
}
