import type { Socket } from 'node:net';
import type { HttpContract } from '@dialproof/http';
import {
  type BeforeApplicationShutdown,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { HttpAdapterHost, ModuleRef, ModulesContainer } from '@nestjs/core';
import { routeOnExpress, routeOnFastify } from '../routes/platform-routes.js';
import {
  CONTRACT,
  getVerificationToken,
  INSTANCE,
  OPTIONS,
  type VerificationService,
} from '../verification/tokens.js';
import type { VerificationOptions } from './module-options.js';
import { ConfigurableModuleClass, type Instance } from './verification.module-definition.js';

/**
 * Dialproof in a Nest application: the HTTP contract as a controller, and the service as `VerificationService`. Each call of `forRoot` and
 * `forRootAsync` makes an instance of its own; those of one application have different names, and different paths.
 */
@Module({})
export class VerificationModule
  extends ConfigurableModuleClass
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  /** Undefined if something else runs the service. A test may have replaced it by an object with some of its methods. */
  #service: Partial<VerificationService> | undefined;
  #contract: HttpContract | undefined;
  /** Undefined if there are no routes, and in an application without HTTP, a worker for example. */
  readonly #adapter: HttpAdapterHost['httpAdapter'] | undefined;
  readonly #sockets = new Set<Socket>();

  constructor(
    @Inject(ModuleRef) private readonly moduleRef: ModuleRef,
    @Inject(INSTANCE) private readonly instance: Instance,
    @Inject(HttpAdapterHost) host: HttpAdapterHost,
    @Inject(ModulesContainer) modules: ModulesContainer,
  ) {
    super();
    assertDistinct(instance, modules);
    if (instance.path !== undefined) this.#adapter = host.httpAdapter;
    // Fastify reports routes as they are added, and accepts no hook later.
    if (this.#adapter) routeOnFastify(this.#adapter, instance.endpoints);
  }

  // At this moment Nest has given Express its parsers and all routes, and not yet the handler that gives every error to the filters.
  onModuleInit(): void {
    const { startsService = true } = this.moduleRef.get<VerificationOptions>(OPTIONS);
    this.#service = startsService ? this.moduleRef.get(getVerificationToken(this.instance.name)) : undefined;
    if (!this.#adapter) return;
    this.#contract = this.moduleRef.get<HttpContract>(CONTRACT);
    routeOnExpress(this.#adapter, this.instance.endpoints);
    this.#adapter.getHttpServer().on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.#service?.start?.();
  }

  // Nest is about to wait for its open connections. Node closes the idle ones, except those on which nothing was ever sent, as browsers
  // keep them ready: it waits a minute and more for their first request.
  beforeApplicationShutdown(): void {
    this.#contract?.close();
    for (const socket of this.#sockets) {
      if (socket.bytesRead === 0) socket.destroy();
    }
  }

  // Every request has its reply by now.
  async onApplicationShutdown(): Promise<void> {
    await this.#service?.close?.();
  }
}

/**
 * Throws TypeError for two instances with the same name, since the host would inject either of them, or with routes at the same path, since
 * one would answer for the other's accounts.
 */
function assertDistinct(own: Instance, modules: ModulesContainer): void {
  for (const { providers } of modules.values()) {
    // The token is known to this package alone.
    const other = providers.get(INSTANCE)?.instance as Instance | undefined;
    if (other === undefined || other === own) continue;
    const { name, path } = own;
    const isSamePath = path !== undefined && path === other.path;
    if (name !== other.name && !isSamePath) continue;
    const what = name !== other.name ? `have their routes at "${path}"` : `are named ${name ?? 'nothing'}`;
    throw new TypeError(
      `VerificationModule: two instances ${what}; make it once and import that, or give each a name and a path of its own`,
    );
  }
}
