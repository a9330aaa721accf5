import type { Server, ServerResponse } from 'node:http';
import { type BeforeApplicationShutdown, Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

const LOOK_EVERY_MS = 100;

/**
 * Lets the application stop when nothing is under way. Nest waits for all connections, also for those that browsers keep ready without
 * having asked for anything, which may be minutes; its `forceCloseConnections` would cut uploads off that are under way.
 */
@Module({})
export class ConnectionsModule implements OnModuleInit, BeforeApplicationShutdown {
  private readonly underWay = new Set<ServerResponse>();

  constructor(private readonly host: HttpAdapterHost) {}

  onModuleInit(): void {
    this.server().on('request', (_request, response) => {
      this.underWay.add(response);
      response.once('close', () => this.underWay.delete(response));
    });
  }

  // It does not wait by itself: Nest closes its server after this, and waits then.
  beforeApplicationShutdown(): void {
    const server = this.server();
    const look = setInterval(() => {
      if (this.underWay.size === 0) server.closeAllConnections();
    }, LOOK_EVERY_MS);
    look.unref();
    server.once('close', () => clearInterval(look));
  }

  private server(): Server {
    return this.host.httpAdapter.getHttpServer();
  }
}
