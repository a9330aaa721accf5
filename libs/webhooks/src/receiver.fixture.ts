import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { selfSignedCertificate } from '@dialproof/testkit/upstreams';
import { onTestFinished } from 'vitest';

/** The name in the receiver's certificate. */
export const RECEIVER_HOST = 'receiver.test';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request, or misbehaves. `position`: the number of requests before it. */
export type Answer = (response: ServerResponse, position: number) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers).end('{"ok":true}');
  };

/** A customer's receiver on this machine, over HTTPS, that answers as the test says. */
export class Receiver {
  readonly received: Received[] = [];
  answer: Answer = answering(204);
  readonly certificate: string;
  readonly #server: Server;

  private constructor(server: Server, certificate: string) {
    this.#server = server;
    this.certificate = certificate;
  }

  static async start(commonName = RECEIVER_HOST): Promise<Receiver> {
    const tls = selfSignedCertificate(commonName);
    const server = createServer(tls);
    const receiver = new Receiver(server, tls.cert);
    server.on('request', async (request, response) => {
      const body = await text(request);
      const { headers, url = '' } = request;
      receiver.answer(response, receiver.received.push({ path: url, headers, body }) - 1);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => receiver.close());
    return receiver;
  }

  get port(): number {
    // A TCP server's address is an object.
    return (this.#server.address() as AddressInfo).port;
  }

  get url(): string {
    return `https://${RECEIVER_HOST}:${this.port}/hooks?for=ada`;
  }

  /** The headers that a verifier takes, of one request. */
  headersOf(position: number): Record<string, string> {
    const { headers } = this.received[position] ?? {};
    return Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers?.[name])]),
    );
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}
