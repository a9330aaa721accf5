import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { HttpContract } from '../contract/contract.js';
import type { DiscardLimits } from '../contract/contract-options.js';
import { discardRest } from '../contract/discard-rest.js';
import { SHORT_BODY_BYTES } from '../message/body-headers.js';
import { type HttpReply, leaveUnread } from '../message/http-message.js';
import { onFailure } from '../message/watched-content.js';
import { FewATurn } from './few-a-turn.js';
import { NodeRequest, type NodeRequestFacts } from './node-request.js';
import { oneAtATime } from './one-at-a-time.js';

/** One for the process, since it has one event loop. */
const turns = new FewATurn();

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
  // Meanwhile its client may have gone.
  oneAtATime(response, () => turns.next(() => response.destroyed || answer()));
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
    // A failure, a client that has gone and one that has stalled destroy both ends, which is all that can be done once the headers are out.
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
    // It is not a TCP connection, but one of TLS, of a local socket or of a test: those cannot be reset, and are closed as usual.
  }
}

/** Whether the body of a request is short enough to keep the connection: its unread rest is read before the next request. */
export function hasShortBody({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SHORT_BODY_BYTES
  );
}
