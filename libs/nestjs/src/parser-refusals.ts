import type { IncomingMessage, ServerResponse } from 'node:http';
import { DialproofError } from '@dialproof/core';
import { answerNodeRequest, bodyParserRefusal, type HttpContract } from '@dialproof/http';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Endpoint } from './endpoints.js';
import { endpointOfHandler } from './route-mark.js';
import { routedPath } from './routed-path.js';
import { CONTRACT, ENDPOINTS } from './tokens.js';

/**
 * Answers for what Express or a body parser has refused before Nest's own layers (guards, filters) came to see the request, on this
 * instance's routes only: every other error goes on to the host. Other platforms parse bodies behind their routing.
 */
@Injectable()
export class ParserRefusals implements OnModuleInit {
  readonly #host: HttpAdapterHost;
  readonly #contract: HttpContract;
  readonly #endpoints: readonly Endpoint[];

  constructor(
    @Inject(HttpAdapterHost) host: HttpAdapterHost,
    @Inject(CONTRACT) contract: HttpContract,
    @Inject(ENDPOINTS) endpoints: readonly Endpoint[],
  ) {
    this.#host = host;
    this.#contract = contract;
    this.#endpoints = endpoints;
  }

  // At this moment Nest has given Express its parsers and all routes, and not yet the handler that takes every error to the filters.
  onModuleInit(): void {
    // Undefined in an application without HTTP, a worker for example.
    const adapter: HttpAdapterHost['httpAdapter'] | undefined = this.#host.httpAdapter;
    if (adapter?.getType() !== 'express') return;
    const { router } = adapter.getInstance<ExpressApplication>();
    const routes = router.stack.flatMap((layer) => this.#ownRoute(layer));
    adapter.use(
      (error: unknown, request: ExpressRequest, response: ServerResponse, next: (error: unknown) => void) => {
        if (!this.#answers(routes, { error, request, response })) next(error);
      },
    );
  }

  /** Whether a layer of the router is a route of this instance. Nest has put the prefixes into it, and the handler's marks. */
  #ownRoute(layer: RouterLayer): readonly OwnRoute[] {
    const marked = layer.route?.stack.map(({ handle }) => endpointOfHandler(handle)) ?? [];
    const endpoint = this.#endpoints.find((own) => marked.includes(own));
    return endpoint === undefined ? [] : [{ layer, template: endpoint.path }];
  }

  #answers(routes: readonly OwnRoute[], { error, request, response }: Failed): boolean {
    const parsedBody = bodyParserRefusal(error) ?? undecodable(error);
    if (parsedBody === undefined) return false;
    const route = routes.find(({ layer }) => matches(layer, request.path));
    const path = route && routedPath(route.template, request.url ?? '');
    if (path === undefined) return false;
    return answerNodeRequest(this.#contract, request, response, { path, parsedBody });
  }
}

/** What Express throws for a path that cannot be decoded. The contract takes it for the id of no task. */
function undecodable(error: unknown): DialproofError | undefined {
  if (!(error instanceof URIError)) return undefined;
  return new DialproofError('task_not_found', { cause: error });
}

function matches(layer: RouterLayer, path: string): boolean {
  try {
    return Boolean(layer.match(path));
  } catch {
    // It throws for what it has matched and cannot decode.
    return true;
  }
}

interface OwnRoute {
  readonly layer: RouterLayer;
  /** The contract's path. */
  readonly template: string;
}

interface Failed {
  readonly error: unknown;
  readonly request: ExpressRequest;
  readonly response: ServerResponse;
}

// Express's own types are those of an optional platform. Of its router, this is what Nest itself relies on too.
type ExpressRequest = IncomingMessage & { readonly path: string };

interface ExpressApplication {
  readonly router: { readonly stack: readonly RouterLayer[] };
}

interface RouterLayer {
  readonly route?: { readonly stack: readonly { readonly handle: object }[] };
  match(path: string): unknown;
}
