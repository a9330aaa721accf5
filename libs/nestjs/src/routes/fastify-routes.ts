import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { HttpAdapterHost } from '@nestjs/core';
import { type Endpoint, endpointOfConfig } from './endpoints.js';

/** The headers by which Fastify sees that there is a body, and which parser it is for. */
const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding'] as const;

/**
 * On Fastify, adds the methods that the endpoints' paths refuse to their routes, and leaves their bodies to the contract: Fastify would
 * refuse every type without a parser, forms included, and its errors would go to the host. It has no option for a route without a parser,
 * so the headers of the body are hidden while it searches one. Call it before Nest makes the routes. It does nothing on other platforms.
 */
export function routeOnFastify({ httpAdapter }: HttpAdapterHost, endpoints: readonly Endpoint[]): void {
  // Undefined in an application without HTTP, a worker for example.
  const adapter: HttpAdapterHost['httpAdapter'] | undefined = httpAdapter;
  if (adapter?.getType() !== 'fastify') return;
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
    const endpoint = endpointOfConfig(route.config ?? {});
    if (endpoint === undefined || !endpoints.includes(endpoint)) return;
    // Fastify comes here again with a HEAD of its own for each GET.
    if (route.method !== 'HEAD') route.method = [...endpoint.methods];
    route.onRequest = [route.onRequest ?? [], hideBody].flat();
    route.preValidation = [showBody, route.preValidation ?? []].flat();
  });
}

// Fastify's own types are those of an optional platform.
type Hook = (request: { readonly raw: IncomingMessage }, reply: unknown, done: () => void) => void;

interface FastifyRoute {
  method: string | string[];
  readonly config?: object;
  onRequest?: Hook | Hook[];
  preValidation?: Hook | Hook[];
}

interface FastifyApplication {
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): unknown;
}
