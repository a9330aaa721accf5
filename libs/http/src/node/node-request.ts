import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpRequest } from '../message/http-message.js';
import { pathBelow, type RequestFacts } from '../message/mount-path.js';

/** Facts of a request of node:http that only the host knows. */
export interface NodeRequestFacts extends RequestFacts {
  /** The result of a body parser, or {@link bodyParserRefusal} of its error; undefined if there is none. */
  readonly parsedBody?: unknown;
}

/** A request of node:http, or of a framework that hands node:http's own objects on. */
export class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly parsedBody: unknown;
  readonly raw: unknown;
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { parsedBody, path, basePath, raw }: NodeRequestFacts = {},
  ) {
    const url = withoutOrigin(request.url ?? '/');
    const queryAt = url.indexOf('?');
    this.method = request.method ?? 'GET';
    this.path = path ?? pathBelow(queryAt < 0 ? url : url.slice(0, queryAt), basePath);
    this.query = queryAt < 0 ? '' : url.slice(queryAt + 1);
    this.#request = request;
    this.parsedBody = parsedBody;
    this.raw = raw ?? request;
    this.#response = response;
  }

  get body(): IncomingMessage {
    return this.#request;
  }

  get isWhole(): boolean {
    return this.#request.complete;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#request, this.#response);
    return this.#signal;
  }

  header(name: string): string | undefined {
    const { headers } = this.#request;
    // HTTP/2 has the host in this header.
    const value = headers[name] ?? (name === 'host' ? headers[':authority'] : undefined);
    return Array.isArray(value) ? value.join(', ') : value;
  }
}

/** Clients of proxies send the whole URL, which servers must understand too (RFC 9112, 3.2.2). */
function withoutOrigin(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
}

function signalOf({ socket }: IncomingMessage, response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abortUnlessSent = () => {
    response.off('close', abortUnlessSent);
    socket.off('close', abortUnlessSent);
    if (!response.writableFinished) controller.abort();
  };
  // A response is notified of a destroyed connection only later, after the server's own `close`.
  if (response.destroyed || socket.destroyed) abortUnlessSent();
  else {
    response.on('close', abortUnlessSent);
    // A response that waits behind one of the host's own has no connection yet, and is not notified.
    if (response.socket === null) socket.on('close', abortUnlessSent);
  }
  return controller.signal;
}
