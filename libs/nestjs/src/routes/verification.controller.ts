import { finished } from 'node:stream/promises';
import type { HttpContract } from '@dialproof/http';
import { answerNodeRequest, takeOverReply } from '@dialproof/http/adapter';
import {
  Controller,
  Delete,
  Get,
  Inject,
  Next,
  NotFoundException,
  Post,
  Req,
  Res,
  type Type,
  UseFilters,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import type { VerificationExtras, VerificationOptions } from '../options/module-options.js';
import { CONTRACT, OPTIONS } from '../verification/tokens.js';
import { type Endpoint, markRoute, pathOf } from './endpoints.js';
import { nodeExchange, type PlatformRequest, type PlatformResponse } from './node-exchange.js';
import { RefusalFilter } from './refusal.filter.js';
import { completeSwagger, swaggerOperation, swaggerSchemas, swaggerTag } from './swagger-metadata.js';

const ROUTE = { GET: Get, POST: Post, DELETE: Delete } as const;

/**
 * The controller of one instance: its own class, since it has the paths of the instance. Each operation has a handler, which also gets the
 * methods that its path refuses.
 */
export function createVerificationController(
  { name, path = '', decorators = [] }: VerificationExtras,
  endpoints: readonly Endpoint[],
): Type<object> {
  // The contract's /v1 is not a version of the host's API: URI versioning does not change the paths.
  @Controller({ path, version: VERSION_NEUTRAL })
  @UseFilters(RefusalFilter)
  @swaggerSchemas()
  class VerificationController {
    constructor(
      @Inject(CONTRACT) readonly contract: HttpContract,
      @Inject(OPTIONS) { account }: VerificationOptions,
    ) {
      // Here, since hosts make their document before they listen, and Nest calls `onModuleInit` later.
      const { operations } = contract;
      completeSwagger(VerificationController, endpoints, { asksForToken: account === undefined, operations });
    }
  }
  // The log of the application and the names of operations in its documents go by it.
  const className = name === undefined ? 'VerificationController' : `VerificationController_${name}`;
  Object.defineProperty(VerificationController, 'name', { value: className });
  for (const endpoint of endpoints) addHandler(VerificationController, endpoint);
  for (const decorate of decorators) decorate(VerificationController);
  swaggerTag(VerificationController);
  return VerificationController;
}

type ContractController = Type<{ readonly contract: HttpContract }>;

/** Works like a method with these decorators in the class. */
function addHandler({ prototype }: ContractController, endpoint: Endpoint): void {
  const { operation, method, path } = endpoint;
  const methods = {
    // Under the name of the operation, by which interceptors know handlers.
    [operation](
      this: { readonly contract: HttpContract },
      request: PlatformRequest,
      response: PlatformResponse,
      next: (() => void) | undefined,
    ) {
      return answer(this.contract, endpoint, { request, response, next });
    },
  };
  const descriptor: PropertyDescriptor = { configurable: true, writable: true, value: methods[operation] };
  Object.defineProperty(prototype, operation, descriptor);
  // With the response among its parameters, the handler replies itself: an interceptor's result is dropped.
  Req()(prototype, operation, 0);
  Res()(prototype, operation, 1);
  Next()(prototype, operation, 2);
  for (const decorate of [ROUTE[method](path), markRoute(endpoint), swaggerOperation(operation)]) {
    decorate(prototype, operation, descriptor);
  }
}

interface Handled {
  readonly request: PlatformRequest;
  readonly response: PlatformResponse;
  readonly next: (() => void) | undefined;
}

/** Replies, and resolves when the reply is out or its client gone, so that interceptors see how long it has taken. */
async function answer(contract: HttpContract, endpoint: Endpoint, handled: Handled): Promise<void> {
  const { request, response, parsedBody, raw } = nodeExchange(handled.request, handled.response);
  const path = pathOf(endpoint, request.url ?? '');
  if (path === undefined) {
    // Fastify has no next handler. It gets here only if the host has configured it to ignore a slash or letter case.
    if (handled.next === undefined) throw new NotFoundException();
    return handled.next();
  }
  takeOverReply(handled.response);
  answerNodeRequest(contract, request, response, { path, parsedBody, raw });
  await finished(response).catch(() => {});
}
