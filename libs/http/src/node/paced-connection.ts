import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { requestsAhead } from './requests-ahead.js';

/** The most bytes that are parsed at once. A body of at most this length is read although its request waits. */
const PIECE_BYTES = 16_384;
const HEAD_END = '\r\n\r\n';

type Parse = (this: Socket, piece: Buffer) => void;

/**
 * Makes node:http read the requests of a connection one after another, and none while one waits. What a client sends ahead stays unparsed,
 * at most some 100 KiB here and the rest with the client (TCP's flow control). Otherwise Node makes requests and responses of every 64 KiB
 * at once, some hundreds. This costs some microseconds a request, since it replaces Node's direct path from the socket to the parser. Safe
 * twice. A connection that is not read by a known version of node:http's parser is left unchanged.
 */
export function paceConnection(socket: Socket): void {
  const parse = parserOf(socket);
  if (parse === undefined || socket.destroyed) return;
  const ahead = requestsAhead(socket);
  if (ahead.onNoneWaits !== undefined) return;
  let rest: Buffer | undefined;
  let isParsing = false;
  let isHeld = false;
  /** The request whose body is being read, and the number of its missing bytes. */
  let body: { readonly of: IncomingMessage; left: number } | undefined;

  /** Also where Node itself has stopped its parser, as replies wait to be taken: it fails when it gets more then. */
  function mustWait(): boolean {
    if (Reflect.get(socket, '_paused') === true) return true;
    // Node has limits on the time of a request from its first byte on, and one that has been read half must not reach them by waiting.
    const isShortBody = body !== undefined && body.left <= PIECE_BYTES;
    return ahead.waiting > 0 && !isShortBody;
  }

  /** A head, or the available part of a body, so that no request is read in half. */
  function pieceOf(unread: Buffer): Buffer {
    const most = unread.subarray(0, body === undefined ? PIECE_BYTES : Math.min(body.left, PIECE_BYTES));
    const headEnd = body === undefined ? most.indexOf(HEAD_END) : -1;
    return headEnd < 0 ? most : most.subarray(0, headEnd + HEAD_END.length);
  }

  function countBody({ length }: Buffer): void {
    const { newest } = ahead;
    if (newest === undefined || newest.complete) {
      body = undefined;
      // A connection may stay open for long, and requests are large.
      ahead.newest = undefined;
    } else if (newest === body?.of) body.left = Math.max(1, body.left - length);
    else body = { of: newest, left: Number(newest.headers['content-length'] ?? Number.POSITIVE_INFINITY) };
  }

  function parseRest(): void {
    if (isParsing) return;
    isParsing = true;
    while (rest !== undefined && !mustWait()) {
      // Refused as no HTTP, or closed behind a reply. Node gives the parser of a closed connection to another one.
      if (socket.destroyed || !socket.writable) {
        rest = undefined;
        break;
      }
      const piece = pieceOf(rest);
      rest = rest.length > piece.length ? rest.subarray(piece.length) : undefined;
      parse?.call(socket, piece);
      countBody(piece);
      if (isTakenOver(socket)) leave();
    }
    isParsing = false;
    if (ahead.onNoneWaits === undefined) return;
    if (rest !== undefined) {
      isHeld = true;
      socket.pause();
    } else if (isHeld && !mustWait()) {
      isHeld = false;
      socket.resume();
    }
  }

  function take(chunk: Buffer): void {
    rest = rest === undefined ? chunk : Buffer.concat([rest, chunk]);
    parseRest();
  }

  /** Another protocol has taken the connection over. */
  function leave(): void {
    socket.off('data', take).off('resume', parseRest);
    ahead.onNoneWaits = undefined;
    if (rest !== undefined && !socket.destroyed) socket.unshift(rest);
    rest = undefined;
  }

  ahead.onNoneWaits = parseRest;
  // Node resumes a connection for each body that is read.
  socket.on('data', take).on('resume', parseRest).off('data', parse);
  // Node's short way may have stopped just now. The socket, which has waited for data since it was opened, would never begin to read: this ends that wait.
  socket.push(Buffer.alloc(0));
}

/**
 * The function with which node:http parses the data of a connection. Undefined if another protocol reads it, such as a WebSocket's; if it
 * is not read directly, as below TLS; if it may be half closed before its replies are sent; and in versions of Node that work in an unknown
 * way.
 */
function parserOf(socket: Socket): Parse | undefined {
  if (typeof Reflect.get(socket, '_paused') !== 'boolean' || isTakenOver(socket)) return undefined;
  if (Reflect.get(Object(Reflect.get(socket, 'server')), 'httpAllowHalfOpen') === true) return undefined;
  // Whoever listens for data takes a piece of it.
  return (socket.listeners('data') as Parse[]).find(({ name }) => name === 'bound socketOnData');
}

/** Node takes its parser away from a connection that was upgraded. */
function isTakenOver(socket: Socket): boolean {
  return (Reflect.get(socket, 'parser') ?? null) === null;
}
