import type { IncomingMessage, ServerResponse } from 'node:http';
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
