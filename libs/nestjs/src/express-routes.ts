import type { IncomingMessage, ServerResponse } from 'node:http';
import { DialproofError } from '@dialproof/core';
import { bodyParserRefusal } from '@dialproof/http';
import type { HttpAdapterHost } from '@nestjs/core';
import { type Endpoint, type Method, otherMethods } from './endpoints.js';
import { refuseBody } from './node-exchange.js';
import { endpointOfHandler } from './route-mark.js';
import { routedPath } from './routed-path.js';

/**
 * On Express, gives the routes of these endpoints the methods that their paths refuse, and brings a request back to its route when
 * Express or a body parser has refused it on the way there: the host's guards are asked as for every other, and the contract then says
 * what was wrong with the body. Every other error goes on to the host. To be called when Nest has made the routes; does nothing on
 * other platforms, which parse bodies behind their routing.
 */
export function routeOnExpress({ httpAdapter }: HttpAdapterHost, endpoints: readonly Endpoint[]): void {
  // Undefined in an application without HTTP, a worker for example.
  const adapter: HttpAdapterHost['httpAdapter'] | undefined = httpAdapter;
  if (adapter?.getType() !== 'express') return;
  const { router } = adapter.getInstance<ExpressApplication>();
  const routes = router.stack.flatMap((layer) => ownRoute(layer, endpoints));
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

/** A layer of the router that is a route of one of the endpoints. Nest has put the prefixes into it, and the handler's marks. */
function ownRoute(layer: RouterLayer, endpoints: readonly Endpoint[]): readonly OwnRoute[] {
  // Nest makes a route for each handler.
  const handle = layer.route?.stack[0]?.handle;
  if (handle === undefined) return [];
  const endpoint = endpointOfHandler(handle);
  if (endpoint === undefined || !endpoints.includes(endpoint)) return [];
  const others = otherMethods(endpoint, endpoints);
  for (const method of others) layer.route?.[inSmall(method)](handle);
  return [{ layer, methods: [endpoint.method, ...others], template: endpoint.path }];
}

function inSmall(method: Method): Lowercase<Method> {
  // Letters alone.
  return method.toLowerCase() as Lowercase<Method>;
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
  const asked = request.method === 'HEAD' ? 'GET' : request.method;
  for (const route of routes) {
    const isAsked = route.methods.some((method) => method === asked);
    if (!isAsked || routedPath(route.template, request.url ?? '') === undefined) continue;
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
  readonly methods: readonly Method[];
  /** The contract's path. */
  readonly template: string;
}

// Express's own types are those of an optional platform. Of its router, this is what Nest itself relies on too.
type ExpressRequest = IncomingMessage & { readonly path: string };
type Next = (error: unknown) => void;

interface ExpressApplication {
  readonly router: { readonly stack: readonly RouterLayer[] };
}

type Route = { readonly stack: readonly { readonly handle: object }[] } & Readonly<
  Record<Lowercase<Method>, (handle: object) => void>
>;

interface RouterLayer {
  readonly route?: Route;
  /** Before version 2.3 of the router, those of the path that was matched last. */
  readonly params?: object;
  match(path: string): boolean | { readonly params: object };
  handle(request: ExpressRequest, response: ServerResponse, next: () => void): void;
}
