import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { HttpAdapterHost } from '@nestjs/core';
import { type Endpoint, otherMethods } from './endpoints.js';
import { endpointOfConfig } from './route-mark.js';

/** The headers by which Fastify sees that there is a body, and which parser it is for. */
const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding'] as const;

/**
 * On Fastify, gives the routes of these endpoints the methods that their paths refuse, and leaves their bodies to the contract: Fastify
 * would refuse every type that it has no parser for, forms among them, and its errors would go to the host. It has no option for a
 * route without a parser, so the headers of the body are out of its sight while it looks for one. To be called before Nest makes the
 * routes; does nothing on other platforms.
 */
export function routeOnFastify({ httpAdapter }: HttpAdapterHost, endpoints: readonly Endpoint[]): void {
  // Undefined in an application without HTTP, a worker for example.
  const adapter: HttpAdapterHost['httpAdapter'] | undefined = httpAdapter;
  if (adapter?.getType() !== 'fastify') return;
  adapter.getInstance<FastifyApplication>().addHook('onRoute', (route) => {
    const endpoint = endpointOfConfig(route.config ?? {});
    if (endpoint === undefined || !endpoints.includes(endpoint)) return;
    // Fastify comes here again with a HEAD of its own for each GET.
    if (route.method !== 'HEAD') route.method = [endpoint.method, ...otherMethods(endpoint, endpoints)];
    const hidden = new WeakMap<IncomingMessage, IncomingHttpHeaders>();
    route.onRequest = [...asList(route.onRequest), hideBody(hidden)];
    route.preValidation = [showBody(hidden), ...asList(route.preValidation)];
  });
}

function hideBody(hidden: WeakMap<IncomingMessage, IncomingHttpHeaders>): Hook {
  return ({ raw }, _reply, done) => {
    hidden.set(raw, { ...raw.headers });
    for (const name of BODY_HEADERS) delete raw.headers[name];
    done();
  };
}

function showBody(hidden: WeakMap<IncomingMessage, IncomingHttpHeaders>): Hook {
  return ({ raw }, _reply, done) => {
    Object.assign(raw.headers, hidden.get(raw));
    done();
  };
}

function asList(hooks: Hook | readonly Hook[] | undefined): readonly Hook[] {
  if (hooks === undefined) return [];
  return typeof hooks === 'function' ? [hooks] : hooks;
}

// Fastify's own types are those of an optional platform.
type Hook = (request: { readonly raw: IncomingMessage }, reply: unknown, done: () => void) => void;

interface FastifyRoute {
  method: string | string[];
  readonly config?: object;
  onRequest?: Hook | readonly Hook[];
  preValidation?: Hook | readonly Hook[];
}

interface FastifyApplication {
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): unknown;
}
