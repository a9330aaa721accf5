import { createHttpContract, type HttpContract } from '@dialproof/http';
import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { endpoints } from './endpoints.js';
import type {
  VerificationModuleAsyncOptions,
  VerificationModuleOptions,
  VerificationMount,
  VerificationOptions,
} from './module-options.js';
import { optionsProviders } from './options-providers.js';
import { ParserRefusals } from './parser-refusals.js';
import { type Parts, resolveParts } from './resolve-parts.js';
import {
  CONTRACT,
  ENDPOINTS,
  getAuthenticatorToken,
  getVerificationToken,
  OPTIONS,
  PARTS,
} from './tokens.js';
import { createVerificationController } from './verification.controller.js';
import { withProgress } from './verification.js';
import { VerificationLifecycle } from './verification-lifecycle.js';

/**
 * Dialproof in a Nest application: the HTTP contract as a controller, and the service for `@InjectVerification()`. Each call makes an
 * instance of its own; those in one application have different names, and different paths.
 */
@Module({})
// Nest wants modules to be classes.
// biome-ignore lint/complexity/noStaticOnlyClass: see above
export class VerificationModule {
  static forRoot(given: VerificationModuleOptions): DynamicModule {
    const { name, path, isGlobal, routes, guards, imports, ...options } = given;
    const mount = { name, path, isGlobal, routes, guards, imports };
    const registration = options.accounts !== undefined;
    return instance({ ...mount, registration }, [{ provide: OPTIONS, useValue: options }]);
  }

  static forRootAsync(given: VerificationModuleAsyncOptions): DynamicModule {
    return instance(given, optionsProviders(given));
  }
}

/** The same as VerificationMount, where members may also be there and undefined. */
type Mount = { readonly [Key in keyof VerificationMount]?: VerificationMount[Key] | undefined } & {
  readonly registration?: boolean;
};

function instance(mount: Mount, providers: readonly Provider[]): DynamicModule {
  const { name, path = '', isGlobal = false, routes = true, guards = [], imports = [] } = mount;
  const places = endpoints({ registration: mount.registration ?? false });
  const exported: Provider[] = [
    {
      provide: getVerificationToken(name),
      inject: [PARTS],
      useFactory: (parts: Parts) => withProgress(parts.service),
    },
    {
      provide: getAuthenticatorToken(name),
      inject: [PARTS],
      useFactory: (parts: Parts) => parts.authenticator,
    },
  ];
  const parts: Provider = {
    provide: PARTS,
    inject: [ModuleRef, OPTIONS],
    useFactory: (moduleRef: ModuleRef, options: VerificationOptions) => resolveParts(moduleRef, options),
  };
  const contract: Provider = {
    provide: CONTRACT,
    inject: [PARTS],
    useFactory: (made: Parts) => createContract(made, mount.registration ?? false),
  };
  return {
    module: VerificationModule,
    global: isGlobal,
    imports,
    providers: [
      ...providers,
      parts,
      ...exported,
      VerificationLifecycle,
      ...(routes ? [{ provide: ENDPOINTS, useValue: places }, contract, ParserRefusals] : []),
    ],
    controllers: routes ? [createVerificationController({ path, guards, endpoints: places })] : [],
    exports: [getVerificationToken(name), getAuthenticatorToken(name)],
  };
}

function createContract(parts: Parts, registration: boolean): HttpContract {
  const { service, authenticator, accounts, httpSettings, onError } = parts;
  if (authenticator === undefined) {
    throw new TypeError(
      'VerificationModule: the routes need to know who asks: give an authenticator, or account, which names the account from the request',
    );
  }
  if (registration !== (accounts !== undefined)) {
    throw new TypeError(
      registration
        ? 'VerificationModule: registration is on, but the options have no accounts'
        : 'VerificationModule: the options have accounts; say registration: true beside the factory to mount POST /v1/accounts',
    );
  }
  return createHttpContract({
    ...httpSettings,
    service,
    authenticator,
    onError,
    ...(accounts === undefined ? {} : { accounts }),
  });
}
