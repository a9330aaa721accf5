import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DashboardOptions } from './dashboard-options.js';
import { type AnswerPage, createPage, type PageRequest } from './page.js';

/** Answers a request of node:http. */
export type DashboardHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => void;

/**
 * The page as a listener of `http.createServer`, and as a handler for whatever has a `use` like Connect's: Express, and Nest over
 * Express or Fastify. Requests that are not for the page go to `next`; without one, they are 404. Throws TypeError for bad options.
 */
export function dashboardHandler(options: DashboardOptions = {}): DashboardHandler {
  const answer = createPage(options);
  return (request, response, next) => {
    const [path = ''] = (request.url ?? '').split('?', 1);
    // Connect and Express keep the URL here from which they take the mount off.
    const { originalUrl = request.url } = request as { originalUrl?: string; url?: string };
    if (sendPage(answer, { path, url: originalUrl ?? '' }, request, response)) return;
    if (next !== undefined) return next();
    response.writeHead(404, { 'content-type': 'application/json; charset=utf-8' });
    response.end('{"detail":"not_found"}');
    request.resume();
  };
}

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

/** Answers a `Request`. Further arguments of a runtime are ignored. */
export type DashboardFetchHandler = (request: Request) => Response;

/**
 * The page as a handler of the Fetch standard, for hosts that have nothing else below its mount: other paths are 404. Throws TypeError for
 * bad options.
 */
export function dashboardFetchHandler(options: DashboardOptions = {}): DashboardFetchHandler {
  const answer = createPage(options);
  return (request) => {
    const { method, url, headers } = request;
    const { pathname, search } = new URL(url);
    const reply = answer({
      method,
      path: pathname,
      url: pathname + search,
      header: (name) => headers.get(name) ?? undefined,
    });
    if (reply === undefined) return Response.json({ detail: 'not_found' }, { status: 404 });
    const { status, body } = reply;
    const hasBody = status === 200 && method !== 'HEAD';
    return new Response(hasBody ? new Uint8Array(body) : null, { status, headers: { ...reply.headers } });
  };
}

/** Sends the page's answer to a request. Returns false if it has none. */
function sendPage(
  answer: AnswerPage,
  place: Pick<PageRequest, 'path' | 'url'>,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const header = (name: string) => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  const reply = answer({ method: request.method ?? '', ...place, header });
  if (reply === undefined) return false;
  // They replace those that the host has set for its own pages.
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  response.writeHead(reply.status);
  response.end(reply.body);
  return true;
}
