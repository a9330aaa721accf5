import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Uploads of 100 MB may take their time: Node's default of five minutes is too short for a slow line. */
const REQUEST_TIMEOUT_MS = 900_000;

/** A server of node:http that knows which requests it still has to answer. */
export class HttpServer {
  readonly #server: Server;
  readonly #underWay = new Set<ServerResponse>();

  constructor(app: RequestListener) {
    this.#server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      this.#underWay.add(response);
      response.once('close', () => this.#underWay.delete(response));
      app(request, response);
    });
  }

  /** Resolves to the port that it listens on: 0 takes one that is free. */
  async listen(port: number, host: string): Promise<number> {
    const listening = once(this.#server, 'listening');
    this.#server.listen(port, host);
    // Rejects with what the server emits as an error.
    await listening;
    // A server that listens on TCP has an address of this form.
    return (this.#server.address() as AddressInfo).port;
  }

  /**
   * Accepts no more connections, and resolves when the requests under way have been answered. Node would also wait for the
   * connections that clients keep ready without having asked for anything, which may be minutes.
   */
  async stop(): Promise<void> {
    const stopped = new Promise((resolve) => this.#server.close(resolve));
    for (const response of this.#underWay) await new Promise((resolve) => response.once('close', resolve));
    this.#server.closeAllConnections();
    await stopped;
  }
}
