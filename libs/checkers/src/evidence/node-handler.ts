import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock } from '@dialproof/core';
import type { Receiver } from './receiver.js';

/** A request whose body the host may have read: Nest keeps the bytes as `rawBody`, `express.raw()` as `body`, other parsers do not keep them. */
interface HostRequest extends IncomingMessage {
  readonly rawBody?: unknown;
  readonly body?: unknown;
}

/** A listener of `http.createServer`, and a handler for whatever has a `use` like Connect's: Express, Nest, Fastify with middie. */
export type NodeReceiver = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => void;

/**
 * Mounts a webhook in frameworks with requests of node:http. It answers every request that it gets, whatever the path. Mount it in front of
 * body parsers, since signatures are computed over the raw bytes. It also works behind a parser that keeps them as `rawBody`, like Nest
 * with `rawBody: true`. Behind any other parser it cannot work, and `next` gets a TypeError that says so.
 */
export function nodeHandler(handler: Receiver): NodeReceiver {
  return (request: HostRequest, response, next) => {
    answer(handler, request, response).catch((error: unknown) => {
      if (next !== undefined && !response.headersSent) next(error);
      else response.destroy();
    });
  };
}

async function answer(handler: Receiver, request: HostRequest, response: ServerResponse): Promise<void> {
  const incoming = fetchRequest(request);
  const { status, headers, body } = await handler(incoming);
  const bytes = body === null ? undefined : Buffer.from(await new Response(body).arrayBuffer());
  response
    .writeHead(status, Object.fromEntries(headers))
    .end(bytes, () => boundRest(request, { maxBytes: MAX_REST_BYTES, timeoutMs: REST_TIMEOUT_MS }));
  // An unread body would block the next request of the connection.
  if (!incoming.bodyUsed) await incoming.body?.cancel();
}

/** The bytes and the time for the rest of an unread body: the bodies of the apps are far smaller. */
const MAX_REST_BYTES = 64 * 1024 * 1024;
const REST_TIMEOUT_MS = 10_000;

/** Closes the connection of a client that continues to send a body after its answer. Call it when the answer was sent. */
function boundRest(
  request: IncomingMessage,
  { maxBytes, timeoutMs }: { readonly maxBytes: number; readonly timeoutMs: number },
): void {
  if (request.complete || request.destroyed) return;
  let bytes = 0;
  const settle = (): void => {
    cancel();
    request.off('data', onData).off('end', settle).off('close', settle);
  };
  const breakOff = (): void => {
    settle();
    request.destroy();
  };
  const onData = (piece: Uint8Array): void => {
    bytes += piece.length;
    if (bytes > maxBytes) breakOff();
  };
  const cancel = systemClock.schedule(timeoutMs, breakOff);
  request.on('data', onData).on('end', settle).on('close', settle);
}

function fetchRequest(request: HostRequest): Request {
  const { url = '/' } = request;
  // A Request cannot have these methods. OPTIONS is refused as they would be.
  const method = /^(CONNECT|TRACE|TRACK)$/.test(request.method ?? '') ? 'OPTIONS' : (request.method ?? 'GET');
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  // Receivers read only the query, so any path and host will do.
  const address = `http://localhost/${url.includes('?') ? url.slice(url.indexOf('?')) : ''}`;
  if (method === 'GET' || method === 'HEAD') return new Request(address, { method, headers });
  return new Request(address, { method, headers, body: bodyOf(request), duplex: 'half' });
}

function bodyOf(request: HostRequest): ReadableStream<Uint8Array> | Uint8Array {
  const kept = [request.rawBody, request.body].find((body) => body instanceof Uint8Array);
  if (kept !== undefined) return kept;
  if (!request.readableDidRead) return streamOf(request);
  throw new TypeError(
    'a body parser has read the webhook and kept none of its bytes: mount the webhook in front of it, or have it keep rawBody',
  );
}

/** The bytes of a request as they come. Cancelling it discards the rest, and the connection stays open for the answer. */
function streamOf(request: IncomingMessage): ReadableStream<Uint8Array> {
  let detach = () => {};
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const onData = (piece: Uint8Array) => {
        controller.enqueue(piece);
        if ((controller.desiredSize ?? 0) <= 0) request.pause();
      };
      const onEnd = () => {
        detach();
        controller.close();
      };
      const onClose = () => {
        detach();
        controller.error(new Error('the connection was closed before the body had come'));
      };
      detach = () => {
        request.off('data', onData).off('end', onEnd).off('close', onClose);
      };
      request
        .on('data', onData)
        .on('end', onEnd)
        .on('close', onClose)
        .on('error', () => {})
        .pause();
    },
    pull() {
      request.resume();
    },
    cancel() {
      detach();
      request.resume();
    },
  });
}
