import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { HttpContract } from '../contract/contract.js';
import { type DiscardLimits, discardRest } from '../contract/discard-rest.js';
import { SHORT_BODY_BYTES } from '../message/body-headers.js';
import { type HttpReply, leaveUnread } from '../message/http-message.js';
import { onFailure } from '../message/watched-content.js';
import { NodeRequest, type NodeRequestFacts } from './node-request.js';
import { oneAtATime } from './one-at-a-time.js';

/**
 * Requests that begin together share a transaction of SQLite and its wait for the disk: with half as many, the server answered 78 and 84
 * percent as many single checks a second.
 */
const AT_ONCE = 16;

/**
 * Begins at most 16 requests in one turn of the event loop, and the others in later turns, in their order. Requests that begin together
 * advance together, so the first of a hundred is answered when the last one is. All their clients wait until then, and afterwards the
 * server waits for them. Without this, the router answered 63 percent as many single checks a second over 64 connections, and the server 75
 * percent (`npm run bench -- single`).
 */
export class StartThrottle {
  readonly #waiting: (() => void)[] = [];
  /** The number of requests that have begun in this turn. */
  #begun = 0;
  #isScheduled = false;

  /** Calls `begin` now if there is room, otherwise in a later turn. It must not throw. */
  next(begin: () => void): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(this.#startDue);
    }
    if (this.#begun < AT_ONCE && this.#waiting.length === 0) {
      this.#begun += 1;
      begin();
    } else this.#waiting.push(begin);
  }

  readonly #startDue = (): void => {
    const due = this.#waiting.splice(0, AT_ONCE);
    this.#begun = due.length;
    this.#isScheduled = due.length > 0;
    if (this.#isScheduled) setImmediate(this.#startDue);
    for (const begin of due) begin();
  };
}

/** One for the process, since it has one event loop. */
const starts = new StartThrottle();

/**
 * Answers a request of node:http, or of a framework that passes on node:http's own objects, after the earlier ones of its connection.
 * Returns false, with nothing touched, when the path is not the contract's and the host has to answer.
 */
export function answerNodeRequest(
  contract: HttpContract,
  request: IncomingMessage,
  response: ServerResponse,
  facts?: NodeRequestFacts,
): boolean {
  const asked = new NodeRequest(request, response, facts);
  if (!contract.takes(asked.path)) return false;
  const answer = () => {
    contract
      .handle(asked)
      ?.then((settled) => {
        // The host's own middleware may have answered meanwhile, one that limits the time for instance.
        if (response.headersSent) leaveUnread(settled.body);
        else sendNodeReply(settled, request, response, contract.discard);
      })
      // Code that the host attaches to responses may throw. This fails the response, and not the process.
      .catch((error) => response.destroy(error));
  };
  // The client may have gone when the turn of this response comes.
  oneAtATime(response, () => starts.next(() => response.destroyed || answer()));
  return true;
}

/** Sends a reply over node:http, even if the request has not arrived whole or the client leaves. */
export function sendNodeReply(
  { status, headers, body, stalled }: HttpReply,
  request: IncomingMessage,
  response: ServerResponse,
  discard: DiscardLimits,
): void {
  const isTaken = request.complete || hasShortBody(request);
  if (typeof body !== 'string') {
    // Node would otherwise read the rest of the request when the reply is out, however much there is.
    response.writeHead(status, isTaken ? headers : { ...headers, connection: 'close' });
    const { socket } = response;
    // In HTTP/1.0 the end of the connection ends the body, so a broken reply must not end like a complete one.
    const content = request.httpVersion === '1.0' ? onFailure(body, () => reset(socket)) : body;
    // If the connection were only closed, the operating system would hold its buffers for minutes for a client that reads nothing. Over
    // HTTP/2 other requests share the connection: there the end of the stream releases the buffers.
    if (request.httpVersionMajor < 2) stalled?.addEventListener('abort', () => reset(socket));
    // A failure, a client that has gone and a stalled one destroy both ends. After the headers, nothing else is possible.
    pipeline(content, response, stalled === undefined ? {} : { signal: stalled }).catch(() => {});
  } else if (isTaken) {
    response.writeHead(status, headers).end(body);
    if (!request.readableEnded) request.resume();
  } else {
    response.writeHead(status, { ...headers, connection: 'close' }).write(body);
    discardRest(request, discard)
      .then(() => response.end())
      .catch((error) => response.destroy(error));
  }
}

function reset(socket: Socket | null): void {
  try {
    socket?.resetAndDestroy();
  } catch {
    // Only TCP connections can be reset. Those of TLS, of local sockets and of tests are closed as usual.
  }
}

/** Whether the body of a request is short enough to keep the connection: its unread rest is read before the next request. */
export function hasShortBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SHORT_BODY_BYTES
  );
}

/** A reply as Fastify has it, over node:http's own; or node:http's own, which has neither `raw` nor `hijack`. */
export interface FrameworkReply {
  readonly raw?: ServerResponse;
  hijack?(): unknown;
  getHeaders(): Readonly<Record<string, number | string | string[] | undefined>>;
}

/**
 * Keeps a framework from sending a reply of its own, and gives node:http's the headers that the host's hooks and plugins have left with
 * it. Nothing has to be done for a framework whose reply is node:http's own.
 */
export function takeOverReply(reply: FrameworkReply): void {
  if (reply.hijack === undefined || reply.raw === undefined) return;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
}
