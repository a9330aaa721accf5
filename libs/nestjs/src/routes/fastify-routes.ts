import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AbstractHttpAdapter } from '@nestjs/core';
import { ENDPOINT, type Endpoint } from './endpoints.js';

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
