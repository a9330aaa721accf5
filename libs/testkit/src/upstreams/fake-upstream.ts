import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  answerWithFault,
  bodyOf,
  headersOf,
  type UpstreamAnswers,
  type UpstreamFault,
  type UpstreamRequest,
} from './upstream-faults.js';

export interface FakeUpstreamOptions {
  /** Chooses the fault of a request; undefined for none. Default none. It may be changed while the server runs. */
  readonly fault?: FaultChoice;
  /** A certificate makes it an HTTPS server. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** The port of this machine. Default: a free one. */
  readonly port?: number;
}

/** Chooses a fault by the request and the number of earlier requests. */
export type FaultChoice = (request: UpstreamRequest, position: number) => UpstreamFault | undefined;

/** A server on this machine that speaks a vendor's API. */
export class FakeUpstream {
  /** Its requests, in the order of arrival. */
  readonly requests: UpstreamRequest[] = [];
  fault: FaultChoice;
  readonly #server: Server;
  readonly #scheme: string;

  /** Use {@link startFakeUpstream}. */
  constructor(answers: UpstreamAnswers, { fault = () => undefined, tls }: FakeUpstreamOptions) {
    this.fault = fault;
    const listener = (incoming: IncomingMessage, response: ServerResponse) => {
      // Many of the faults break the connection.
      this.#answer(answers, incoming, response).catch(() => response.destroy());
    };
    this.#scheme = tls === undefined ? 'http' : 'https';
    this.#server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  }

  get baseUrl(): string {
    // A TCP server's address is an object.
    const { port } = this.#server.address() as AddressInfo;
    return `${this.#scheme}://127.0.0.1:${port}`;
  }

  async listen(port = 0): Promise<void> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Stops listening, whatever connections are open. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  async #answer(
    answers: UpstreamAnswers,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const url = new URL(incoming.url ?? '/', 'http://upstream');
    const request: UpstreamRequest = {
      method: incoming.method ?? '',
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: incoming.headers,
      body: await text(incoming),
    };
    const position = this.requests.push(request) - 1;
    const fault = this.fault(request, position);
    const reply = answers(request);
    if (fault !== undefined) return answerWithFault(response, reply, fault);
    response.writeHead(reply.status, headersOf(reply)).end(bodyOf(reply));
  }
}

/** Starts a vendor's API on this machine. */
export async function startFakeUpstream(
  answers: UpstreamAnswers,
  options: FakeUpstreamOptions = {},
): Promise<FakeUpstream> {
  const upstream = new FakeUpstream(answers, options);
  await upstream.listen(options.port);
  return upstream;
}
