import {
  type AccountRegistry,
  type Authenticator,
  DialproofError,
  type ErrorCode,
  type VerificationService,
} from '@dialproof/core';
import { verificationRouter } from '@dialproof/express';
import { ERROR_STATUS } from '@dialproof/http';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Response } from 'express';
import type { Lifecycle } from './lifecycle.js';
import type { Log } from './logging.js';
import { refuseNewAccounts, refuseNewWork } from './refuse-new-work.js';
import { requestLog } from './request-log.js';
import { securityHeaders } from './security-headers.js';

export interface AppParts {
  readonly service: VerificationService;
  readonly authenticator: Authenticator;
  readonly accounts: AccountRegistry;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
  /** Rejects when the store does not answer. */
  readonly askStore: () => Promise<unknown>;
}

/** Everything that is served, as an Express application. */
export function createApp({ service, authenticator, accounts, lifecycle, log, askStore }: AppParts): Express {
  const app = express().disable('x-powered-by').disable('etag');
  app.use(requestLog(log), securityHeaders, followLifecycle(lifecycle));
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', readiness(lifecycle, askStore));
  const router = verificationRouter({
    service: refuseNewWork(service, lifecycle),
    authenticator,
    accounts: refuseNewAccounts(accounts, lifecycle),
    headers: { 'dialproof-results': 'made up by the sandbox' },
    onError: (error, { operation }) => log.error({ error, operation }, 'a request failed'),
  });
  // The paths of the contract begin with /v1, and its base address may end in /v1 too.
  app.use('/v1', router).use(router);
  app.use((_request, response) => refuse(response, 'not_found'));
  app.use(lastResort(log));
  return app;
}

function followLifecycle(lifecycle: Lifecycle): RequestHandler {
  return (_request, response, next) => {
    lifecycle.requestBegins();
    response.once('close', () => lifecycle.requestEnds());
    if (lifecycle.phase === 'stopping') response.setHeader('connection', 'close');
    next();
  };
}

function readiness(lifecycle: Lifecycle, askStore: () => Promise<unknown>): RequestHandler {
  return async (_request, response) => {
    if (lifecycle.phase !== 'ready') {
      response.status(503).json({ status: lifecycle.phase });
      return;
    }
    const answers = await askStore().then(
      () => true,
      () => false,
    );
    response.status(answers ? 200 : 503).json({ status: answers ? 'ready' : 'store_unavailable' });
  };
}

function refuse(response: Response, code: ErrorCode): void {
  response.status(ERROR_STATUS[code]).json({ detail: code });
}

/** What Express itself throws: a path that cannot be decoded is the caller's, anything else is ours. */
function lastResort(log: Log): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) return next(error);
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    if (status === 400) return refuse(response, 'malformed_request');
    log.error({ error: new DialproofError('internal_error', { cause: error }) }, 'a request failed');
    refuse(response, 'internal_error');
  };
}
