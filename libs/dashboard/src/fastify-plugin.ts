import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DashboardOptions } from './dashboard-options.js';
import { sendPage } from './node-handler.js';
import { createPage } from './page.js';

/** The part of Fastify that the plugin needs, so that hosts without Fastify do not need its types. */
export interface FastifyLike {
  get(
    path: string,
    handler: (
      request: { readonly raw: IncomingMessage; readonly params: unknown },
      reply: { readonly raw: ServerResponse; hijack(): unknown; callNotFound(): unknown },
    ) => void,
  ): unknown;
}

/** Fastify's own options for a registration, which it hands on with ours. */
interface RegistrationOptions {
  readonly prefix?: unknown;
  readonly logLevel?: unknown;
  readonly logSerializers?: unknown;
}

/** The page as a Fastify plugin, to be given to `register` with a `prefix`. Registering it fails with TypeError for bad options. */
export async function dashboardPlugin(
  app: FastifyLike,
  {
    prefix: _prefix,
    logLevel: _logLevel,
    logSerializers: _logSerializers,
    ...options
  }: DashboardOptions & RegistrationOptions = {},
): Promise<void> {
  const answer = createPage({ ...options, basePath: '' });
  for (const route of ['/', '/assets/:name']) {
    app.get(route, (request, reply) => {
      const path = route.replace(':name', () => String(Reflect.get(Object(request.params), 'name')));
      reply.hijack();
      if (sendPage(answer, { path, url: request.raw.url ?? '' }, request.raw, reply.raw)) return;
      reply.callNotFound();
    });
  }
}
