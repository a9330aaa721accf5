import type { VerificationService } from '@dialproof/core';
import type { HttpContract } from '@dialproof/http';
import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Inject,
  type InjectionToken,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleInit,
  Scope,
  type Type,
} from '@nestjs/common';
import { HttpAdapterHost, ModuleRef, ModulesContainer } from '@nestjs/core';
import { assertAsyncOptions, assertExtras } from '../options/assert-options.js';
import type { VerificationOptions } from '../options/module-options.js';
import { routeOnExpress } from '../routes/express-routes.js';
import { routeOnFastify } from '../routes/fastify-routes.js';
import { OpenConnections } from '../routes/open-connections.js';
import { CONTRACT, getVerificationToken, INSTANCE, OPTIONS } from '../verification/tokens.js';
import { assertDistinct } from './distinct-instances.js';
import {
  type ASYNC_OPTIONS_TYPE,
  ConfigurableModuleClass,
  type Instance,
  type OPTIONS_TYPE,
} from './verification.module-definition.js';

/**
 * Dialproof in a Nest application: the HTTP contract as a controller, and the service as `Verification`. Each call of `forRoot` and
 * `forRootAsync` makes an instance of its own; those in one application have different names, and different paths.
 */
@Module({})
export class VerificationModule
  extends ConfigurableModuleClass
  implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  /** Undefined if the instance has no routes. */
  readonly #connections: OpenConnections | undefined;
  #isRefused = false;

  constructor(
    @Inject(ModuleRef) private readonly moduleRef: ModuleRef,
    @Inject(HttpAdapterHost) private readonly host: HttpAdapterHost,
    @Inject(INSTANCE) private readonly instance: Instance,
    @Inject(ModulesContainer) modules: ModulesContainer,
  ) {
    super();
    assertDistinct(instance, modules);
    this.#connections = instance.controller && new OpenConnections(host);
    // Here, since Fastify reports routes as they are added, and accepts no hook later.
    routeOnFastify(host, instance.endpoints);
  }

  /**
   * An instance whose options are known. Throws TypeError where those that shape the module are bad; the others reject when the
   * application is created.
   */
  static override forRoot(options: typeof OPTIONS_TYPE): DynamicModule {
    assertExtras(options);
    // biome-ignore lint/complexity/noThisInStatic: it makes a module of the class that it is called on
    return super.forRoot({
      ...options,
      registration: options.registration ?? options.accounts !== undefined,
    });
  }

  /**
   * An instance whose options a factory of the host returns. Throws TypeError if the options beside the factory are bad, or unless there is
   * exactly one of `useFactory`, `useClass` and `useExisting`.
   */
  static override forRootAsync(options: typeof ASYNC_OPTIONS_TYPE): DynamicModule {
    assertAsyncOptions(options);
    assertExtras(options);
    // biome-ignore lint/complexity/noThisInStatic: it makes a module of the class that it is called on
    return super.forRootAsync(options);
  }

  // At this moment Nest has given Express its parsers and all routes, and not yet the handler that takes every error to the filters.
  onModuleInit(): void {
    this.#isRefused = this.#isOfRequest(getVerificationToken(this.instance.name));
    if (this.#isRefused) throw new TypeError(this.#scopeProblem());
    const { controller, endpoints } = this.instance;
    if (controller === undefined) return;
    routeOnExpress(this.host, endpoints);
    this.#connections?.watch();
  }

  async onApplicationBootstrap(): Promise<void> {
    const { soleProcess = false } = this.moduleRef.get<VerificationOptions>(OPTIONS);
    await this.#service()?.start?.({ soleProcess });
  }

  // Nest is about to wait for its open connections, and event streams and idle ones would keep it waiting.
  beforeApplicationShutdown(): void {
    if (this.#isRefused || this.#connections === undefined) return;
    this.moduleRef.get<HttpContract>(CONTRACT).close();
    this.#connections.closeWhenIdle();
  }

  // By now every request has its reply.
  async onApplicationShutdown(): Promise<void> {
    if (!this.#isRefused) await this.#service()?.close?.();
  }

  /** The service, of which a test may have given only some methods; undefined if the host starts and closes it. */
  #service(): Partial<VerificationService> | undefined {
    const { startsService = true } = this.moduleRef.get<VerificationOptions>(OPTIONS);
    return startsService ? this.moduleRef.get(getVerificationToken(this.instance.name)) : undefined;
  }

  #isOfRequest(token: InjectionToken): boolean {
    try {
      // An abstract class is as good a token as any other.
      return this.moduleRef.introspect(token as Type).scope === Scope.REQUEST;
    } catch {
      // An injected value may be optional and missing.
      return false;
    }
  }

  #scopeProblem(): string {
    const guilty = this.instance.injected.filter((token) => this.#isOfRequest(token));
    const names = guilty.map((token) => (typeof token === 'function' ? token.name : String(token)));
    return `VerificationModule: the service lives as long as the application, but its factory injects ${names.join(', ')}, which lives as long as a request: inject what does not, and let it find the rest in its own calls`;
  }
}
