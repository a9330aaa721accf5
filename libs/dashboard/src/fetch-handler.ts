import type { DashboardOptions } from './dashboard-options.js';
import { createPage } from './page.js';

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
