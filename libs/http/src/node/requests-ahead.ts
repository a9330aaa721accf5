import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../rates/network-of.js';

/** The requests that a client has sent ahead on a connection. */
export interface RequestsAhead {
  /** The network of the client. */
  readonly network: string;
  /** The number of requests that wait for the replies before them. */
  waiting: number;
  /** The latest request whose head Node has read, until its body is read too. Undefined if Node reads the connection as usual. */
  newest: IncomingMessage | undefined;
  /** Is called when no request waits any more. Undefined if Node reads the connection as usual. */
  onNoneWaits: (() => void) | undefined;
}

/** The property of a connection that holds it. */
const AHEAD = Symbol('requests sent ahead');

/** The requests that a client has sent ahead on this connection, if {@link requestsAhead} was called for it. */
export function knownAhead(socket: Socket): RequestsAhead | undefined {
  // A framework's replacement for a connection may be undefined.
  return Reflect.get(Object(socket), AHEAD);
}

/** The requests that a client has sent ahead on this connection, as far as they pass {@link inTurn}. */
export function requestsAhead(socket: Socket): RequestsAhead {
  const known = knownAhead(socket);
  if (known !== undefined) return known;
  const ahead: RequestsAhead = {
    // A connection that has closed has no address.
    network: networkOf(socket.remoteAddress ?? ''),
    waiting: 0,
    newest: undefined,
    onNoneWaits: undefined,
  };
  Reflect.set(socket, AHEAD, ahead);
  return ahead;
}
