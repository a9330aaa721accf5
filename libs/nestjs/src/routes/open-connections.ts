import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { systemClock } from '@dialproof/core';
import type { HttpAdapterHost } from '@nestjs/core';

const LOOK_EVERY_MS = 100;

/**
 * Lets a server stop when no request is under way. Nest waits for all connections, also for those that browsers keep ready without
 * having asked for anything, which may be minutes; its `forceCloseConnections` would cut uploads off that are under way.
 */
export class OpenConnections {
  readonly #host: HttpAdapterHost;
  /** Of each open connection the responses that are still to be sent. */
  readonly #underWay = new Map<Socket, Set<ServerResponse>>();

  constructor(host: HttpAdapterHost) {
    this.#host = host;
  }

  /** Begins to count requests under way. */
  watch(): void {
    this.#server()?.on('request', ({ socket }, response) => {
      const known = this.#underWay.get(socket);
      const responses = known ?? new Set<ServerResponse>();
      responses.add(response);
      response.once('close', () => responses.delete(response));
      if (known !== undefined) return;
      this.#underWay.set(socket, responses);
      // A response that waits for the one before it on its connection is never notified that the connection has closed.
      socket.once('close', () => this.#underWay.delete(socket));
    });
  }

  /** Closes the connections as soon as the server takes no more of them and nothing is under way. Waits for nothing itself. */
  closeWhenIdle(): void {
    const server = this.#server();
    if (!server?.listening) return;
    let cancel = () => {};
    const look = () => {
      // HTTP/2 has no such method, and no idle connections that would keep a server.
      const isIdle = [...this.#underWay.values()].every(({ size }) => size === 0);
      if (!server.listening && isIdle) server.closeAllConnections?.();
      cancel = systemClock.schedule(LOOK_EVERY_MS, look, { isBackground: true });
    };
    cancel = systemClock.schedule(LOOK_EVERY_MS, look, { isBackground: true });
    server.once('close', () => cancel());
  }

  /** Undefined in an application without HTTP, a worker for example. */
  #server(): Server | undefined {
    const adapter: HttpAdapterHost['httpAdapter'] | undefined = this.#host.httpAdapter;
    return adapter?.getHttpServer();
  }
}
