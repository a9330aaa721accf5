import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { bodyParserRefusal } from '@dialproof/http/adapter';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { ENDPOINT, type Endpoint } from './endpoints.js';
import { refuseBody } from './platform-exchange.js';

/**
 * On Express, adds the methods that the endpoints' paths refuse to their routes, and returns a request to its route if Express or a body
 * parser has refused it on the way: the host's guards run as for every other request, and then the contract answers with the refusal. Every
 * other error is left to the host. Call it when Nest has made the routes. It does nothing on other platforms.
 *
 * It reads the stack of the router, which Express does not document, and which Nest itself reads. There is no public way to return an error
 * to a route below the host's prefixes. For refused methods there is `@All()`, but beside `@Get()` it is a conflict to Nest's
 * `routeConflictPolicy`, and a line in the log for each path.
 */
export function routeOnExpress(adapter: AbstractHttpAdapter, endpoints: readonly Endpoint[]): void {
  if (adapter.getType() !== 'express') return;
  const { router } = adapter.getInstance<{ readonly router: Router }>();
  // Without a stack, the host answers the refusals of Express and its parsers.
  if (!Array.isArray(router?.stack)) return;
  const stack = router.stack.filter(({ route }) => addRefusedMethods(route, endpoints));
  // The host's router with the routes of the contract alone: it finds the route by its own rules, and runs no middleware again.
  const ownRouter: Router = Object.create(router, { stack: { value: stack } });
  adapter.use((error: unknown, request: IncomingMessage, response: ServerResponse, next: Next) => {
    const { url = '' } = request;
    const refusal = bodyParserRefusal(error);
    if (refusal !== undefined) refuseBody(request, refusal);
    // A path that cannot be decoded. With its percent signs escaped, it names an unknown task.
    else if (error instanceof URIError) request.url = url.replaceAll('%', '%25');
    else return next(error);
    ownRouter.handle(request, response, () => {
      request.url = url;
      next(error);
    });
  });
}

/** Whether it is a route of these endpoints. It then also answers the methods that its path refuses. */
function addRefusedMethods(route: Route | undefined, endpoints: readonly Endpoint[]): boolean {
  // Nest makes a route for each handler, with the metadata of the handler.
  const handle = route?.stack[0]?.handle;
  const endpoint: Endpoint | undefined = handle && Reflect.getMetadata(ENDPOINT, handle);
  if (endpoint === undefined || !endpoints.includes(endpoint)) return false;
  for (const method of endpoint.refused) route?.[method.toLowerCase()]?.(handle);
  return true;
}

// Express's own types belong to an optional platform.
type Next = (error: unknown) => void;
type Route = { readonly stack: readonly { readonly handle: object }[] } & Readonly<
  Record<string, (handle: object | undefined) => void>
>;

interface Router {
  readonly stack: readonly { readonly route?: Route }[];
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
}

/** The headers by which Fastify sees that there is a body, and which parser it needs. */
const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding'];

/**
 * On Fastify, adds the methods that the endpoints' paths refuse to their routes, and leaves their bodies to the contract: Fastify would
 * refuse every type without a parser, forms included, and its errors would go to the host. It has no option for a route without a parser,
 * so the headers of the body are hidden while it looks for one. Call it before Nest makes the routes. It does nothing on other platforms.
 */
export function routeOnFastify(adapter: AbstractHttpAdapter, endpoints: readonly Endpoint[]): void {
  if (adapter.getType() !== 'fastify') return;
  const hidden = new WeakMap<IncomingMessage, IncomingHttpHeaders>();
  const hideBody: Hook = ({ raw }, _reply, done) => {
    hidden.set(raw, { ...raw.headers });
    for (const name of BODY_HEADERS) delete raw.headers[name];
    done();
  };
  const showBody: Hook = ({ raw }, _reply, done) => {
    Object.assign(raw.headers, hidden.get(raw));
    done();
  };
  adapter.getInstance<FastifyApplication>().addHook('onRoute', (route) => {
    const endpoint = route.config?.[ENDPOINT];
    if (endpoint === undefined || !endpoints.includes(endpoint)) return;
    // Fastify calls this again for the HEAD route that it adds to each GET.
    if (route.method !== 'HEAD') route.method = [endpoint.method, ...endpoint.refused];
    route.onRequest = [route.onRequest ?? [], hideBody].flat();
    route.preValidation = [showBody, route.preValidation ?? []].flat();
  });
}

// Fastify's own types are those of an optional platform.
type Hook = (request: { readonly raw: IncomingMessage }, reply: unknown, done: () => void) => void;

interface FastifyRoute {
  method: string | string[];
  readonly config?: { readonly [ENDPOINT]?: Endpoint };
  onRequest?: Hook | Hook[];
  preValidation?: Hook | Hook[];
}

interface FastifyApplication {
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): unknown;
}
