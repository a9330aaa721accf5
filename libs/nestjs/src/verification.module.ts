import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { endpoints } from './endpoints.js';
import { exportedProviders, partsProviders, routeProviders } from './instance-providers.js';
import type {
  VerificationModuleAsyncOptions,
  VerificationModuleOptions,
  VerificationMount,
} from './module-options.js';
import { optionsProviders } from './options-providers.js';
import { OPTIONS } from './tokens.js';
import { createVerificationController } from './verification.controller.js';

/**
 * Dialproof in a Nest application: the HTTP contract as a controller, and the service for `@InjectVerification()`. Each call makes an
 * instance of its own; those in one application have different names, and different paths.
 */
@Module({})
// biome-ignore lint/complexity/noStaticOnlyClass: modules of Nest are classes
export class VerificationModule {
  /** An instance whose options are known. Bad options reject when the application is created. */
  static forRoot(given: VerificationModuleOptions): DynamicModule {
    const { name, path, isGlobal, routes, guards, imports, ...options } = given;
    const mount = { name, path, isGlobal, routes, guards, imports };
    const registration = options.accounts !== undefined;
    return instance({ ...mount, registration }, [{ provide: OPTIONS, useValue: options }]);
  }

  /** An instance whose options a provider of the host's makes. Throws TypeError unless there is one of the three ways to make them. */
  static forRootAsync(given: VerificationModuleAsyncOptions): DynamicModule {
    return instance(given, optionsProviders(given));
  }
}

/** As VerificationMount, where members may also be there and undefined. */
type Mount = { readonly [Key in keyof VerificationMount]?: VerificationMount[Key] | undefined } & {
  readonly registration?: boolean;
};

function instance(mount: Mount, optionsFrom: readonly Provider[]): DynamicModule {
  const { name, path = '', isGlobal = false, routes = true, guards = [], imports = [] } = mount;
  const places = routes ? endpoints({ registration: mount.registration ?? false }) : [];
  const exported = exportedProviders(name);
  return {
    module: VerificationModule,
    global: isGlobal,
    imports,
    providers: [...optionsFrom, ...partsProviders(), ...(routes ? routeProviders(places) : []), ...exported],
    controllers: routes ? [createVerificationController({ name, path, guards, endpoints: places })] : [],
    exports: exported.map(({ provide }) => provide),
  };
}
