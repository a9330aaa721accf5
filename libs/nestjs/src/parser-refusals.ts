import type { IncomingMessage, ServerResponse } from 'node:http';
import { DialproofError } from '@dialproof/core';
import { bodyParserRefusal } from '@dialproof/http';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Endpoint } from './endpoints.js';
import { refuseBody } from './refused-body.js';
import { endpointOfHandler } from './route-mark.js';
import { routedPath } from './routed-path.js';
import { ENDPOINTS } from './tokens.js';

/**
 * Brings a request of this instance's back to its route when Express or a body parser has refused it on the way there: the host's guards
 * are asked as for every other, and the contract then says what was wrong with the body. Every other error goes on to the host. Other
 * platforms parse bodies behind their routing.
 */
@Injectable()
export class ParserRefusals implements OnModuleInit {
  readonly #host: HttpAdapterHost;
  readonly #endpoints: readonly Endpoint[];

  constructor(
    @Inject(HttpAdapterHost) host: HttpAdapterHost,
    @Inject(ENDPOINTS) endpoints: readonly Endpoint[],
  ) {
    this.#host = host;
    this.#endpoints = endpoints;
  }

  // At this moment Nest has given Express its parsers and all routes, and not yet the handler that takes every error to the filters.
  onModuleInit(): void {
    // Undefined in an application without HTTP, a worker for example.
    const adapter: HttpAdapterHost['httpAdapter'] | undefined = this.#host.httpAdapter;
    if (adapter?.getType() !== 'express') return;
    const { router } = adapter.getInstance<ExpressApplication>();
    const routes = router.stack.flatMap((layer) => this.#ownRoute(layer));
    adapter.use((error: unknown, request: ExpressRequest, response: ServerResponse, next: Next) => {
      const refusal = bodyParserRefusal(error) ?? undecodable(error);
      const found = refusal && findRoute(routes, request);
      if (refusal === undefined || found === undefined) {
        next(error);
        return;
      }
      refuseBody(request, refusal);
      Object.assign(request, { params: found.params });
      found.layer.handle(request, response, () => next(error));
    });
  }

  /** Whether a layer of the router is a route of this instance. Nest has put the prefixes into it, and the handler's marks. */
  #ownRoute(layer: RouterLayer): readonly OwnRoute[] {
    // Nest makes a route for each handler.
    const handler = layer.route?.stack[0];
    const marked = handler && endpointOfHandler(handler.handle);
    if (marked === undefined || !this.#endpoints.includes(marked)) return [];
    return [{ layer, method: handler?.method, template: marked.path }];
  }
}

/** What Express throws for a path that cannot be decoded. The contract takes it for the id of no task. */
function undecodable(error: unknown): DialproofError | undefined {
  if (!(error instanceof URIError)) return undefined;
  return new DialproofError('task_not_found', { cause: error });
}

interface FoundRoute extends OwnRoute {
  readonly params: object;
}

function findRoute(routes: readonly OwnRoute[], request: ExpressRequest): FoundRoute | undefined {
  const method = request.method === 'HEAD' ? 'get' : request.method?.toLowerCase();
  for (const route of routes) {
    if (route.method !== method || routedPath(route.template, request.url ?? '') === undefined) continue;
    const params = paramsOf(route.layer, request.path);
    if (params !== undefined) return { ...route, params };
  }
  return undefined;
}

/** The parameters of a path, undefined for a path of another route. */
function paramsOf(layer: RouterLayer, path: string): object | undefined {
  try {
    const match = layer.match(path);
    if (!match) return undefined;
    return match === true ? { ...layer.params } : match.params;
  } catch {
    // It throws for what it has matched and cannot decode.
    return {};
  }
}

interface OwnRoute {
  readonly layer: RouterLayer;
  /** In small letters. */
  readonly method: string | undefined;
  /** The contract's path. */
  readonly template: string;
}

// Express's own types are those of an optional platform. Of its router, this is what Nest itself relies on too.
type ExpressRequest = IncomingMessage & { readonly path: string };
type Next = (error: unknown) => void;

interface ExpressApplication {
  readonly router: { readonly stack: readonly RouterLayer[] };
}

interface RouterLayer {
  readonly route?: { readonly stack: readonly { readonly handle: object; readonly method?: string }[] };
  /** Before version 2.3 of the router, those of the path that was matched last. */
  readonly params?: object;
  match(path: string): boolean | { readonly params: object };
  handle(request: ExpressRequest, response: ServerResponse, next: () => void): void;
}
