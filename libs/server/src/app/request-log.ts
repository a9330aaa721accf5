import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { OPERATION_NAMES, OPERATIONS } from '@dialproof/http';
import { itemSegment } from '@dialproof/http/wire';
import { RECEIVER_PATHS } from '../evidence/receivers.js';
import type { Log } from '../log.js';
import { METRICS_PATH } from '../metrics.js';
import { DOCS_PATH } from './api-docs.js';

/**
 * Logs a request when its reply is sent or its connection lost, and gives it an id that the caller finds in `x-request-id`. The server
 * makes the id: a caller's own could put any text into the logs. Returns the id.
 */
export function logRequest(log: Log, request: IncomingMessage, response: ServerResponse): string {
  const startedAt = performance.now();
  const requestId = randomUUID();
  // Read now, since the base address may be removed from the request's URL later.
  const route = routePattern(request.url ?? '/');
  response.setHeader('x-request-id', requestId);
  response.on('close', () => {
    log.info(
      {
        requestId,
        method: request.method,
        route,
        status: response.headersSent ? response.statusCode : null,
        ms: Math.round((performance.now() - startedAt) * 10) / 10,
        complete: response.writableFinished,
      },
      'request',
    );
  });
  return requestId;
}

const PAGE_PATH = '/';
const PAGE_FILES = '/assets';

const TEMPLATES = [...new Set(OPERATION_NAMES.map((name): string => OPERATIONS[name].path))];
const FIXED: ReadonlySet<string> = new Set([
  ...TEMPLATES.filter((template) => itemSegment(template) === undefined),
  PAGE_PATH,
  '/healthz',
  '/readyz',
  METRICS_PATH,
  ...Object.values(RECEIVER_PATHS),
]);
const ITEMS = TEMPLATES.filter((template) => !FIXED.has(template)).map((template) => ({
  template,
  pattern: new RegExp(`^${template.replace(/\{\w+\}/, '[^/]+')}$`),
}));

/** The route of a request for logs: the pattern of a known path, and nothing of any other path, which may contain a number. */
export function routePattern(url: string): string {
  const [path = ''] = url.split('?', 1);
  const inner = path.startsWith('/v1/v1/') ? path.slice('/v1'.length) : path;
  if (FIXED.has(inner)) return inner;
  if (inner.startsWith(`${DOCS_PATH}/`)) return DOCS_PATH;
  if (inner.startsWith(`${PAGE_FILES}/`)) return PAGE_FILES;
  return ITEMS.find(({ pattern }) => pattern.test(inner))?.template ?? 'other';
}
