import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Endpoint } from './endpoints.js';
import { endpointOfConfig } from './route-mark.js';
import { ENDPOINTS } from './tokens.js';

/** The headers by which Fastify sees that there is a body, and which parser it is for. */
const BODY_HEADERS = ['content-type', 'content-length', 'transfer-encoding'] as const;

/**
 * Leaves the bodies of this instance's routes to the contract on Fastify, which would refuse every type that it has no parser for,
 * forms among them, and its errors would go to the host. It has no option for a route without a parser, so the headers of the body are
 * out of its sight while it looks for one.
 */
@Injectable()
export class FastifyBodies {
  // In the constructor, since Fastify tells of routes as they are added, and takes no hook later.
  constructor(
    @Inject(HttpAdapterHost) host: HttpAdapterHost,
    @Inject(ENDPOINTS) endpoints: readonly Endpoint[],
  ) {
    // Undefined in an application without HTTP, a worker for example.
    const adapter: HttpAdapterHost['httpAdapter'] | undefined = host.httpAdapter;
    if (adapter?.getType() !== 'fastify') return;
    adapter.getInstance<FastifyApplication>().addHook('onRoute', (route) => {
      const endpoint = endpointOfConfig(route.config ?? {});
      if (endpoint === undefined || !endpoints.includes(endpoint)) return;
      const hidden = new WeakMap<IncomingMessage, IncomingHttpHeaders>();
      route.onRequest = [...asList(route.onRequest), hideBody(hidden)];
      route.preValidation = [showBody(hidden), ...asList(route.preValidation)];
    });
  }
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
  readonly config?: object;
  onRequest?: Hook | readonly Hook[];
  preValidation?: Hook | readonly Hook[];
}

interface FastifyApplication {
  addHook(name: 'onRoute', hook: (route: FastifyRoute) => void): unknown;
}
