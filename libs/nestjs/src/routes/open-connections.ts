import type { Server, ServerResponse } from 'node:http';
import type { HttpAdapterHost } from '@nestjs/core';

const LOOK_EVERY_MS = 100;

/**
 * Lets a server stop when no request is under way. Nest waits for all connections, also for those that browsers keep ready without
 * having asked for anything, which may be minutes; its `forceCloseConnections` would cut uploads off that are under way.
 */
export class OpenConnections {
  readonly #host: HttpAdapterHost;
  readonly #underWay = new Set<ServerResponse>();

  constructor(host: HttpAdapterHost) {
    this.#host = host;
  }

  /** Begins to count requests under way. */
  watch(): void {
    this.#server()?.on('request', (_request, response) => {
      const begin = () => {
        this.#underWay.add(response);
        response.once('close', () => this.#underWay.delete(response));
      };
      // A response that waits for the one before it on its connection is never notified that the connection has closed.
      if (response.socket === null) response.once('socket', begin);
      else begin();
    });
  }

  /** Closes the connections as soon as the server takes no more of them and nothing is under way. Waits for nothing itself. */
  closeWhenIdle(): void {
    const server = this.#server();
    if (!server?.listening) return;
    const look = setInterval(() => {
      // HTTP/2 has no such method, and no idle connections that would keep a server.
      if (!server.listening && this.#underWay.size === 0) server.closeAllConnections?.();
    }, LOOK_EVERY_MS);
    look.unref();
    server.once('close', () => clearInterval(look));
  }

  /** Undefined in an application without HTTP, a worker for example. */
  #server(): Server | undefined {
    const adapter: HttpAdapterHost['httpAdapter'] | undefined = this.#host.httpAdapter;
    return adapter?.getHttpServer();
  }
}
