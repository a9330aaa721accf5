import type { Authenticator, VerificationService } from '@dialproof/core';
import { createHttpContract, type HttpContract, nodeAddress } from '@dialproof/http';
import { authenticatorOf } from '@dialproof/http/adapter';
import { ConfigurableModuleBuilder, type DynamicModule } from '@nestjs/common';
import { createEndpoints, type Endpoint } from '../routes/endpoints.js';
import { addRoutes, createVerificationController } from '../routes/verification.controller.js';
import { logErrors } from '../routes/verification-exception.filter.js';
import {
  CONTRACT,
  getAuthenticatorToken,
  getContractToken,
  getVerificationHealthToken,
  getVerificationToken,
  INSTANCE,
  OPTIONS,
} from '../verification/tokens.js';
import { VerificationHealthIndicator } from '../verification/verification-health.indicator.js';
import type { VerificationExtras, VerificationOptions } from './module-options.js';

export const { ConfigurableModuleClass } = new ConfigurableModuleBuilder<VerificationOptions>({
  optionsInjectionToken: OPTIONS,
})
  .setClassMethodName('forRoot')
  .setFactoryMethodName('createVerificationOptions')
  .setExtras<VerificationExtras>(
    // Without these members, Nest would take them for options of the instance.
    { name: undefined, path: '', isGlobal: false, routes: true, decorators: [], imports: [] },
    defineInstance,
  )
  .build();

/** An instance of the module. */
export interface Instance {
  readonly name: string | undefined;
  /** The path of the routes, undefined if there are none. */
  readonly path: string | undefined;
  readonly endpoints: readonly Endpoint[];
}

function defineInstance(definition: DynamicModule, extras: VerificationExtras): DynamicModule {
  const { name, path = '', isGlobal = false, routes = true, imports = [] } = extras;
  const controller = routes ? createVerificationController(extras) : undefined;
  // Nest ignores slashes at the ends of a path.
  const trimmed = path.split('/').filter(Boolean).join('/');
  const instance: Instance = { name, path: routes ? trimmed : undefined, endpoints: createEndpoints() };
  const exported = [
    {
      provide: getVerificationToken(name),
      inject: [OPTIONS],
      useFactory: ({ service }: VerificationOptions) => service,
    },
    { provide: getAuthenticatorToken(name), inject: [OPTIONS], useFactory: authenticatorIn },
    {
      provide: getVerificationHealthToken(name),
      inject: [getVerificationToken(name)],
      useFactory: (service: VerificationService) => new VerificationHealthIndicator(service),
    },
    { provide: getContractToken(name), useExisting: CONTRACT },
  ];
  const contract = {
    provide: CONTRACT,
    // A test may have replaced the service and the authenticator.
    inject: [OPTIONS, getVerificationToken(name), getAuthenticatorToken(name)],
    useFactory(options: VerificationOptions, service: VerificationService, authenticator?: Authenticator) {
      if (controller === undefined && authenticator === undefined) return undefined;
      const made = createContract(options, service, authenticator);
      const asksForToken = options.account === undefined;
      if (controller !== undefined) addRoutes(controller, instance.endpoints, made, { asksForToken });
      return made;
    },
  };
  return {
    ...definition,
    global: isGlobal,
    // With a factory, the definition already has the `imports`.
    imports: [...new Set([...(definition.imports ?? []), ...imports])],
    providers: [
      ...(definition.providers ?? []),
      { provide: INSTANCE, useValue: instance },
      contract,
      ...exported,
    ],
    controllers: controller === undefined ? [] : [controller],
    exports: exported.map(({ provide }) => provide),
  };
}

function authenticatorIn({ account, authenticator }: VerificationOptions): Authenticator | undefined {
  if (account === undefined) return authenticator;
  if (authenticator === undefined) return authenticatorOf(account);
  throw new TypeError('VerificationModule: give an authenticator or account, and not both');
}

/** Throws TypeError for bad options. */
function createContract(
  options: VerificationOptions,
  service: VerificationService,
  authenticator: Authenticator | undefined,
): HttpContract {
  const { account: _account, startsService: _starts, ...settings } = options;
  return createHttpContract({
    ...settings,
    ...(authenticator === undefined ? {} : { authenticator }),
    service: service === options.service ? service : wrapPartialService(service, options.service),
    address: options.address ?? nodeAddress,
    onError: options.onError ?? logErrors(),
  });
}

/** A test may replace the service by an object with only some of its methods: the others fail when they are called. */
function wrapPartialService(
  replacement: Partial<VerificationService>,
  original: VerificationService,
): VerificationService {
  // A copy, since a proxy has to return the members of a frozen object as they are.
  return new Proxy(
    { ...original },
    {
      get(_copy, name) {
        const value: unknown = Reflect.get(replacement, name);
        if (typeof value === 'function') return value.bind(replacement);
        const replaced: unknown = Reflect.get(original, name);
        if (typeof replaced !== 'function') return value ?? replaced;
        return () => {
          throw new TypeError(`the object that replaces the service has no method ${String(name)}`);
        };
      },
    },
  );
}
