import { finished } from 'node:stream/promises';
import { answerNodeRequest, type HttpContract } from '@dialproof/http';
import {
  All,
  type CanActivate,
  Controller,
  Get,
  Inject,
  Next,
  Post,
  Req,
  Res,
  type Type,
  UseFilters,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import type { Endpoint } from './endpoints.js';
import { nodeExchange, type PlatformRequest, type PlatformResponse } from './node-exchange.js';
import { RefusalFilter } from './refusal.filter.js';
import { markRoute } from './route-mark.js';
import { routedPath, routerPath } from './routed-path.js';
import { CONTRACT } from './tokens.js';

export interface ControllerOptions {
  readonly path: string;
  readonly guards: readonly (Type<CanActivate> | CanActivate)[];
  readonly endpoints: readonly Endpoint[];
}

/**
 * The controller of one instance: a class of its own, since its paths are those of the instance. Each path of the contract has a route
 * for its method and one for every other method, which the contract refuses, or answers (OPTIONS, HEAD), itself.
 */
export function createVerificationController({ path, guards, endpoints }: ControllerOptions): Type<object> {
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
  for (const endpoint of endpoints) addRoutes(VerificationController, endpoint);
  return VerificationController;
}

function addRoutes(controller: Type<{ readonly contract: HttpContract }>, endpoint: Endpoint): void {
  const { operation, method, path } = endpoint;
  const route = routerPath(path);
  addHandler(controller, operation, [method === 'GET' ? Get(route) : Post(route), markRoute(endpoint)]);
  addHandler(controller, `${operation}ByAnotherMethod`, [All(route), markRoute(endpoint)]);

  function addHandler(
    { prototype }: Type<unknown>,
    name: string,
    decorators: readonly MethodDecorator[],
  ): void {
    const descriptor: PropertyDescriptor = {
      configurable: true,
      writable: true,
      value: function handler(
        this: { readonly contract: HttpContract },
        request: PlatformRequest,
        response: PlatformResponse,
        next: () => void,
      ) {
        return answer(this.contract, path, { request, response, next });
      },
    };
    Object.defineProperty(prototype, name, descriptor);
    // With the response among its parameters the handler replies itself: what an interceptor makes of its result goes nowhere.
    Req()(prototype, name, 0);
    Res()(prototype, name, 1);
    Next()(prototype, name, 2);
    for (const decorate of decorators) decorate(prototype, name, descriptor);
  }
}

interface Handled {
  readonly request: PlatformRequest;
  readonly response: PlatformResponse;
  next(): void;
}

/** Replies, and resolves when the reply is out or its client gone, so that interceptors see how long it has taken. */
async function answer(
  contract: HttpContract,
  template: string,
  { request, response, next }: Handled,
): Promise<void> {
  const exchange = nodeExchange(request, response);
  const path = routedPath(template, exchange.request.url ?? '');
  if (path === undefined) return next();
  const { parsedBody, raw } = exchange;
  answerNodeRequest(contract, exchange.request, exchange.response, { path, parsedBody, raw });
  await finished(exchange.response).catch(() => {});
}
