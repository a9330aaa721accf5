import { finished } from 'node:stream/promises';
import { answerNodeRequest, type HttpContract, takeOverReply } from '@dialproof/http';
import {
  type CanActivate,
  Controller,
  Delete,
  Get,
  Inject,
  Next,
  NotFoundException,
  Options,
  Patch,
  Post,
  Put,
  Req,
  Res,
  type Type,
  UseFilters,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { describeOperations } from './api-description.js';
import type { Endpoint } from './endpoints.js';
import { nodeExchange, type PlatformRequest, type PlatformResponse } from './node-exchange.js';
import { RefusalFilter } from './refusal.filter.js';
import { markRoute } from './route-mark.js';
import { routedPath, routerPath } from './routed-path.js';
import { notInSwagger, swaggerDescription } from './swagger-metadata.js';
import type { ApiDescription } from './to-description.js';
import { CONTRACT } from './tokens.js';

export interface ControllerOptions {
  /** The instance's. */
  readonly name: string | undefined;
  readonly path: string;
  readonly guards: readonly (Type<CanActivate> | CanActivate)[];
  readonly endpoints: readonly Endpoint[];
}

/**
 * The controller of one instance: a class of its own, since its paths are those of the instance. Each path of the contract has a route
 * for its method and one for each other method, which the contract refuses, or answers (OPTIONS), itself.
 */
export function createVerificationController({
  name,
  path,
  guards,
  endpoints,
}: ControllerOptions): Type<object> {
  // The contract's own /v1 is no version of the host's API: with URI versioning the paths stay as they are.
  @Controller({ path, version: VERSION_NEUTRAL })
  @UseFilters(RefusalFilter)
  @UseGuards(...guards)
  class VerificationController {
    readonly contract: HttpContract;

    constructor(@Inject(CONTRACT) contract: HttpContract) {
      this.contract = contract;
    }
  }
  // The log of the application and the names of operations in its documents go by it.
  const className = name === undefined ? 'VerificationController' : `VerificationController_${name}`;
  Object.defineProperty(VerificationController, 'name', { value: className });
  const descriptions = describeOperations();
  for (const endpoint of endpoints) {
    addRoutes(VerificationController, endpoint, descriptions[endpoint.operation]);
  }
  return VerificationController;
}

// One by one, since a route for all methods would be a second one for the right method, which Fastify refuses and Nest 12 can be told
// to refuse. HEAD comes with GET on both platforms.
const METHODS = { GET: Get, POST: Post, PUT: Put, PATCH: Patch, DELETE: Delete, OPTIONS: Options } as const;

type ContractController = Type<{ readonly contract: HttpContract }>;

function addRoutes(controller: ContractController, endpoint: Endpoint, description: ApiDescription): void {
  const { operation, method } = endpoint;
  const route = routerPath(endpoint.path);
  addHandler(controller, { name: operation, endpoint }, [
    METHODS[method](route),
    swaggerDescription(endpoint, description),
  ]);
  for (const [other, decorator] of Object.entries(METHODS)) {
    if (other === method) continue;
    addHandler(controller, { name: `${operation}_${other}`, endpoint }, [decorator(route), notInSwagger()]);
  }
}

function addHandler(
  { prototype }: ContractController,
  { name, endpoint }: { readonly name: string; readonly endpoint: Endpoint },
  decorators: readonly MethodDecorator[],
): void {
  const methods = {
    [name](
      this: { readonly contract: HttpContract },
      request: PlatformRequest,
      response: PlatformResponse,
      next: (() => void) | undefined,
    ) {
      return answer(this.contract, endpoint.path, { request, response, next });
    },
  };
  const descriptor: PropertyDescriptor = { configurable: true, writable: true, value: methods[name] };
  Object.defineProperty(prototype, name, descriptor);
  // With the response among its parameters the handler replies itself: what an interceptor makes of its result goes nowhere.
  Req()(prototype, name, 0);
  Res()(prototype, name, 1);
  Next()(prototype, name, 2);
  for (const decorate of [markRoute(endpoint), ...decorators]) decorate(prototype, name, descriptor);
}

interface Handled {
  readonly request: PlatformRequest;
  readonly response: PlatformResponse;
  readonly next: (() => void) | undefined;
}

/** Replies, and resolves when the reply is out or its client gone, so that interceptors see how long it has taken. */
async function answer(
  contract: HttpContract,
  template: string,
  { request, response, next }: Handled,
): Promise<void> {
  const exchange = nodeExchange(request, response);
  const path = routedPath(template, exchange.request.url ?? '');
  if (path === undefined) {
    // Fastify has no next handler. It comes here only when the host has told it to forgive a slash or another case.
    if (next === undefined) throw new NotFoundException();
    return next();
  }
  takeOverReply(response);
  const { parsedBody, raw } = exchange;
  answerNodeRequest(contract, exchange.request, exchange.response, { path, parsedBody, raw });
  await finished(exchange.response).catch(() => {});
}
