import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyParserRefusal } from '@dialproof/http/adapter';
import type { HttpAdapterHost } from '@nestjs/core';
import { type Endpoint, endpointOfHandler, type Method } from './endpoints.js';
import { refuseBody } from './node-exchange.js';

/**
 * On Express, adds the methods that the endpoints' paths refuse to their routes, and returns a request to its route if Express or a body
 * parser has refused it on the way: the host's guards run as for every other request, and then the contract answers with the refusal. Every
 * other error is left to the host. Call it when Nest has made the routes. It does nothing on other platforms, which parse bodies behind
 * their routing.
 */
export function routeOnExpress({ httpAdapter }: HttpAdapterHost, endpoints: readonly Endpoint[]): void {
  // Undefined in an application without HTTP, a worker for example.
  const adapter: HttpAdapterHost['httpAdapter'] | undefined = httpAdapter;
  if (adapter?.getType() !== 'express') return;
  const { router } = adapter.getInstance<{ readonly router: Router }>();
  // The stack of a router is no documented part of Express 5. Without it, the host answers what Express and its parsers refuse.
  if (!Array.isArray(router?.stack)) return;
  const stack = router.stack.filter(({ route }) => takeRefusedMethods(route, endpoints));
  // The host's router with the routes of the contract alone: it finds the route anew, by its own rules, and asks no middleware again.
  const ownRouter: Router = Object.create(router, { stack: { value: stack } });
  adapter.use((error: unknown, request: IncomingMessage, response: ServerResponse, next: Next) => {
    const { url = '' } = request;
    const refusal = bodyParserRefusal(error);
    if (refusal !== undefined) refuseBody(request, refusal);
    // A path that cannot be decoded: with its percent signs as themselves it is that of no task.
    else if (error instanceof URIError) request.url = url.replaceAll('%', '%25');
    else return next(error);
    ownRouter.handle(request, response, () => {
      request.url = url;
      next(error);
    });
  });
}

/** Whether it is a route of these endpoints, which then answers also for the methods that its path refuses. */
function takeRefusedMethods(route: Route | undefined, endpoints: readonly Endpoint[]): boolean {
  // Nest makes a route for each handler, which carries the handler's marks.
  const handle = route?.stack[0]?.handle;
  const endpoint = handle && endpointOfHandler(handle);
  if (route === undefined || endpoint === undefined || !endpoints.includes(endpoint)) return false;
  for (const method of endpoint.methods) {
    // Letters alone.
    if (method !== endpoint.method) route[method.toLowerCase() as Lowercase<Method>](handle);
  }
  return true;
}

// Express's own types belong to an optional platform. Nest itself relies on this part of its router too.
type Next = (error: unknown) => void;

interface Router {
  readonly stack: readonly { readonly route?: Route }[];
  handle(request: IncomingMessage, response: ServerResponse, next: () => void): void;
}

type Route = { readonly stack: readonly { readonly handle: object }[] } & Readonly<
  Record<Lowercase<Method>, (handle: object | undefined) => void>
>;
