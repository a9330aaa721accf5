import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from './logging.js';
import { routePattern } from './route-pattern.js';

/**
 * Logs each request when its reply is sent or its connection lost, and gives it an id that the caller finds in `x-request-id`. The
 * id is ours and not the caller's: theirs could carry anything into the logs.
 */
export function requestLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = randomUUID();
    // Taken now, since the routers below change what the path looks like.
    const route = routePattern(request.path);
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
    next();
  };
}
