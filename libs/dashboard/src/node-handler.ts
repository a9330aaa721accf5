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

/** Sends the page's answer to a request. Returns false if it has none. */
export function sendPage(
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
