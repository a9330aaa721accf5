import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log/logging.js';
import { routePattern } from './route-pattern.js';

/**
 * Logs a request when its reply is sent or its connection lost, and gives it an id that the caller finds in `x-request-id`. The id
 * is ours and not the caller's: theirs could carry anything into the logs. Returns it.
 */
export function logRequest(log: Log, request: IncomingMessage, response: ServerResponse): string {
  const startedAt = performance.now();
  const requestId = randomUUID();
  // Taken now, since the base address may be cut from the request's own below.
  const route = routePattern(request.url ?? '/');
  response.setHeader('x-request-id', requestId);
  response.once('close', () => {
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
