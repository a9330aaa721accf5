import { finished } from 'node:stream/promises';
import { type HttpContract, OPERATIONS } from '@dialproof/http';
import { answerNodeRequest } from '@dialproof/http/adapter';
import {
  Controller,
  Delete,
  Get,
  Inject,
  Next,
  Patch,
  Post,
  Req,
  Res,
  SetMetadata,
  type Type,
  UseFilters,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import type { VerificationExtras } from '../module/module-options.js';
import { CONTRACT } from '../verification/tokens.js';
import { ENDPOINT, type Endpoint } from './endpoints.js';
import { type Platform, platformExchange } from './platform-exchange.js';
import { RefusalFilter } from './refusal.filter.js';
import { swaggerOperation, swaggerSchemas, swaggerTag } from './swagger-metadata.js';

const ROUTE = { GET: Get, POST: Post, PATCH: Patch, DELETE: Delete } as const;

/** Creates the controller class of an instance, with the instance's path. {@link addRoutes} adds the routes. */
export function createVerificationController({
  name,
  path = '',
  decorators = [],
}: VerificationExtras): Type<object> {
  // The contract's /v1 is not a version of the host's API: URI versioning does not change the paths.
  @Controller({ path, version: VERSION_NEUTRAL })
  @UseFilters(RefusalFilter)
  @swaggerSchemas()
  class VerificationController {
    constructor(@Inject(CONTRACT) readonly contract: HttpContract) {}
  }
  // The application's log and the operation names in its documents show this name.
  const className = name === undefined ? 'VerificationController' : `VerificationController_${name}`;
  Object.defineProperty(VerificationController, 'name', { value: className });
  for (const decorate of decorators) decorate(VerificationController);
  swaggerTag(VerificationController);
  return VerificationController;
}

/**
 * Gives a controller the routes of a contract. Call it when the contract is made: Nest reads the routes of controllers when all providers
 * exist, and so the options decide about them.
 */
export function addRoutes(
  { prototype }: Type<object>,
  endpoints: readonly Endpoint[],
  contract: HttpContract,
  { asksForToken }: { readonly asksForToken: boolean },
): void {
  for (const endpoint of endpoints) {
    const { operation, method, path } = endpoint;
    // Another application may have been made of the same module with other options, in tests for example.
    Reflect.deleteProperty(prototype, operation);
    if (!contract.paths.includes(OPERATIONS[operation].path)) continue;
    const value = createHandler(operation);
    const descriptor: PropertyDescriptor = { configurable: true, writable: true, value };
    Object.defineProperty(prototype, operation, descriptor);
    // With the response among its parameters, the handler replies itself: an interceptor's result is dropped.
    for (const [index, parameter] of [Req, Res, Next].entries()) parameter()(prototype, operation, index);
    const isSupported = contract.operations.includes(operation);
    const isSignedIn = asksForToken && OPERATIONS[operation].access === 'account';
    for (const decorate of [
      ROUTE[method](path),
      // Nest copies a handler's metadata to the function that it passes to the router of Express.
      SetMetadata(ENDPOINT, endpoint),
      // The metadata of `@RouteConfig()`, from which Nest makes the configuration of a route of Fastify.
      SetMetadata('__fastify_route_config__', { [ENDPOINT]: endpoint }),
      swaggerOperation(operation, { isSupported, asksForToken: isSignedIn }),
    ]) {
      decorate(prototype, operation, descriptor);
    }
  }
}

/** The handler has the name of its operation, by which interceptors recognise it. */
function createHandler(operation: string) {
  return {
    /** Replies, and resolves when the reply is out or its client gone, so that interceptors see how long it has taken. */
    async [operation](this: { readonly contract: HttpContract }, ...platform: Platform): Promise<void> {
      const { request, response, takeOver, leaveToHost, ...facts } = platformExchange(...platform);
      if (!this.contract.takes(facts.path)) return leaveToHost();
      takeOver();
      answerNodeRequest(this.contract, request, response, facts);
      await finished(response).catch(() => {});
    },
  }[operation];
}
