import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../rates/network-of.js';

/** What a client has sent ahead on a connection. */
export interface RequestsAhead {
  /** The network of the client. */
  readonly network: string;
  /** How many requests have not begun, since they wait for the replies before them. */
  waiting: number;
  /** The newest request that Node has read the head of, until it has read its body too. Undefined where Node reads the connection as ever. */
  newest: IncomingMessage | undefined;
  /** Is called when no request waits any more. Undefined where Node reads the connection as ever. */
  onNoneWaits: (() => void) | undefined;
}

/** Where a connection carries it. */
const AHEAD = Symbol('requests sent ahead');

/** What a client has sent ahead on this connection, if anybody has asked {@link requestsAhead} of it. */
export function knownAhead(socket: Socket): RequestsAhead | undefined {
  // What a framework makes up in the place of a connection may be undefined.
  return Reflect.get(Object(socket), AHEAD);
}

/** What a client has sent ahead on this connection, as far as its requests go through {@link inTurn}. */
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
