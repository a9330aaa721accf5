import type { InjectionToken, Provider, Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { createContract } from './create-contract.js';
import { DeferredService } from './deferred-service.js';
import type { Endpoint } from './endpoints.js';
import { FastifyBodies } from './fastify-bodies.js';
import type { VerificationOptions } from './module-options.js';
import { ParserRefusals } from './parser-refusals.js';
import { type Parts, resolveParts } from './resolve-parts.js';
import { asksForBearer } from './swagger-metadata.js';
import {
  CONTRACT,
  ENDPOINTS,
  getAuthenticatorToken,
  getVerificationToken,
  OPTIONS,
  PARTS,
  SECURITY,
} from './tokens.js';
import { toVerification, type Verification } from './verification.js';
import { getVerificationHealthToken, VerificationHealthIndicator } from './verification-health.indicator.js';
import { VerificationLifecycle } from './verification-lifecycle.js';

/** What makes the parts of an instance out of its options, and runs them. */
export function partsProviders(): readonly Provider[] {
  return [
    DeferredService,
    {
      provide: PARTS,
      inject: [ModuleRef, OPTIONS, DeferredService],
      async useFactory(moduleRef: ModuleRef, options: VerificationOptions, deferred: DeferredService) {
        const parts = await resolveParts(moduleRef, options);
        deferred.resolve(parts.service);
        return parts;
      },
    },
    VerificationLifecycle,
  ];
}

/** What an instance with routes has besides. */
export function routeProviders(
  controller: Type<object>,
  endpoints: readonly Endpoint[],
): readonly Provider[] {
  return [
    { provide: ENDPOINTS, useValue: endpoints },
    {
      provide: CONTRACT,
      inject: [PARTS],
      useFactory: (parts: Parts) => createContract(parts, endpoints),
    },
    {
      provide: SECURITY,
      inject: [PARTS],
      useFactory: ({ asksForToken }: Parts) => asksForToken && asksForBearer(controller, endpoints),
    },
    ParserRefusals,
    FastifyBodies,
  ];
}

/** What an instance exports, under the tokens of its name. */
export function exportedProviders(
  name: string | undefined,
): readonly (Provider & { readonly provide: InjectionToken })[] {
  return [
    {
      provide: getVerificationToken(name),
      inject: [DeferredService],
      useFactory: ({ service }: DeferredService) => toVerification(service),
    },
    {
      provide: getVerificationHealthToken(name),
      inject: [getVerificationToken(name)],
      useFactory: (verification: Verification) => new VerificationHealthIndicator(verification),
    },
    {
      provide: getAuthenticatorToken(name),
      inject: [PARTS],
      useFactory: ({ authenticator }: Parts) => authenticator,
    },
  ];
}
