import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { DistinctInstances, type Instance } from './distinct-instances.js';
import { endpoints } from './endpoints.js';
import { exportedProviders, partsProviders, routeProviders } from './instance-providers.js';
import type { VerificationModuleAsyncOptions, VerificationModuleOptions } from './module-options.js';
import { optionsProviders } from './options-providers.js';
import { assertAsyncOptions, assertMount, type Mount } from './read-mount.js';
import { INSTANCE, OPTIONS } from './tokens.js';
import { createVerificationController } from './verification.controller.js';

/**
 * Dialproof in a Nest application: the HTTP contract as a controller, and the service for `@InjectVerification()`. Each call makes an
 * instance of its own; those in one application have different names, and different paths.
 */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: modules of Nest are classes
export class VerificationModule {
  /**
   * An instance whose options are known. Throws TypeError where those that shape the module are bad; the others reject when the
   * application is created.
   */
  static forRoot(given: VerificationModuleOptions): DynamicModule {
    const { name, path, isGlobal, routes, guards, imports, ...options } = given;
    const mount = { name, path, isGlobal, routes, guards, imports };
    const registration = options.accounts !== undefined;
    return instance({ ...mount, registration }, [{ provide: OPTIONS, useValue: options }]);
  }

  /**
   * An instance whose options a provider of the host's makes. Throws TypeError where those that shape the module are bad, and unless
   * there is one of the three ways to make the others.
   */
  static forRootAsync(given: VerificationModuleAsyncOptions): DynamicModule {
    assertAsyncOptions(given);
    return instance(given, optionsProviders(given));
  }
}

function instance(mount: Mount, optionsFrom: readonly Provider[]): DynamicModule {
  assertMount(mount);
  const { name, path = '', isGlobal = false, routes = true, guards = [], imports = [] } = mount;
  const places = endpoints({ registration: mount.registration ?? false });
  const controller = createVerificationController({ name, path, guards, endpoints: places });
  const exported = exportedProviders(name);
  return {
    module: VerificationModule,
    global: isGlobal,
    imports,
    providers: [
      { provide: INSTANCE, useValue: { name, path: routes ? path : undefined } satisfies Instance },
      DistinctInstances,
      ...optionsFrom,
      ...partsProviders(),
      ...(routes ? routeProviders(controller, places) : []),
      ...exported,
    ],
    controllers: routes ? [controller] : [],
    exports: exported.map(({ provide }) => provide),
  };
}
