import type { Authenticator } from '@dialproof/core';
import type { HttpContract } from '@dialproof/http';
import { authenticatorOf } from '@dialproof/http/adapter';
import {
  ConfigurableModuleBuilder,
  type DynamicModule,
  type FactoryProvider,
  type InjectionToken,
  type Provider,
  type Type,
} from '@nestjs/common';

import { assertOptions } from '../options/assert-options.js';
import type { VerificationExtras, VerificationOptions } from '../options/module-options.js';
import { type Endpoint, endpoints } from '../routes/endpoints.js';
import { createVerificationController } from '../routes/verification.controller.js';
import {
  CONTRACT,
  getAuthenticatorToken,
  getSignInToken,
  getVerificationHealthToken,
  getVerificationToken,
  INSTANCE,
  OPTIONS,
} from '../verification/tokens.js';
import { Verification } from '../verification/verification.js';
import { VerificationHealthIndicator } from '../verification/verification-health.indicator.js';
import { createContract, createSignIn } from './create-contract.js';

const DEFAULTS: { readonly [Key in keyof VerificationExtras]-?: VerificationExtras[Key] | undefined } = {
  name: undefined,
  path: '',
  isGlobal: false,
  routes: true,
  decorators: [],
  registration: false,
  imports: [],
};

export const { ConfigurableModuleClass, OPTIONS_TYPE, ASYNC_OPTIONS_TYPE } =
  new ConfigurableModuleBuilder<VerificationOptions>({ optionsInjectionToken: OPTIONS })
    .setClassMethodName('forRoot')
    .setFactoryMethodName('createVerificationOptions')
    .setExtras<VerificationExtras>(DEFAULTS, shapeInstance)
    .build();

/** An instance of the module, under the tokens of its name. */
export interface Instance extends VerificationExtras {
  /** The tokens that the host's factory injects. */
  readonly injected: readonly InjectionToken[];
  /** The routes; none if they are not mounted. */
  readonly endpoints: readonly Endpoint[];
  /** Undefined if they are not mounted. */
  readonly controller: Type<object> | undefined;
}

function shapeInstance(definition: DynamicModule, extras: VerificationExtras): DynamicModule {
  const { name, isGlobal = false, routes = true, registration = false, imports = [] } = extras;
  const places = routes ? endpoints({ registration }) : [];
  const controller = routes ? createVerificationController(extras, places) : undefined;
  const injected = injectedBy(definition.providers);
  const instance: Instance = { ...extras, injected, endpoints: places, controller };
  const exported = [
    {
      provide: getVerificationToken(name),
      inject: [OPTIONS],
      useFactory(options: VerificationOptions) {
        assertOptions(options);
        return new Verification(options.service);
      },
    },
    {
      provide: getAuthenticatorToken(name),
      inject: [OPTIONS],
      useFactory: ({ account, authenticator }: VerificationOptions) =>
        account === undefined ? authenticator : authenticatorOf(account),
    },
    signInProvider(extras, routes),
    {
      provide: getVerificationHealthToken(name),
      inject: [getVerificationToken(name)],
      useFactory: (verification: Verification) => new VerificationHealthIndicator(verification),
    },
  ];
  return {
    ...definition,
    global: isGlobal,
    // The builder takes those beside a factory for itself.
    imports: [...(definition.imports ?? []), ...imports],
    providers: [
      ...(definition.providers ?? []),
      { provide: INSTANCE, useValue: instance },
      ...exported,
      ...(routes ? [contractProvider(extras)] : []),
    ],
    controllers: controller === undefined ? [] : [controller],
    exports: exported.map(({ provide }) => provide),
  };
}

function contractProvider(extras: VerificationExtras): Provider {
  return {
    provide: CONTRACT,
    inject: [OPTIONS, getVerificationToken(extras.name), getAuthenticatorToken(extras.name)],
    useFactory: (options: VerificationOptions, verification: Verification, authenticator?: Authenticator) =>
      createContract({ options, extras, verification, authenticator }),
  };
}

/** The contract's, if there is one, so that failed sign-ins of both count together. */
function signInProvider({ name }: VerificationExtras, routes: boolean): FactoryProvider {
  const provide = getSignInToken(name);
  return routes
    ? { provide, inject: [CONTRACT], useFactory: ({ signIn }: HttpContract) => signIn }
    : {
        provide,
        inject: [OPTIONS, getVerificationToken(name), getAuthenticatorToken(name)],
        useFactory: (
          options: VerificationOptions,
          verification: Verification,
          authenticator?: Authenticator,
        ) => authenticator && createSignIn(options, verification, authenticator),
      };
}

function injectedBy(providers: readonly Provider[] = []): readonly InjectionToken[] {
  const options = providers.find((provider) => 'provide' in provider && provider.provide === OPTIONS);
  if (options === undefined || !('inject' in options)) return [];
  // An optional dependency is an object with its token.
  return (options.inject ?? []).map((token) =>
    typeof token === 'object' && 'token' in token ? token.token : token,
  );
}
