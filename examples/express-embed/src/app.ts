import express, { type Express, type RequestHandler } from 'express';
import { accountRoutes } from './account-routes.js';
import type { Billing } from './billing.js';
import { billingRoutes } from './billing-routes.js';
import type { Phones } from './phones.js';
import { answerErrors, refuseUnknownPath } from './refusals.js';
import { recogniseUser, type Tokens } from './sign-in.js';
import type { Users } from './users.js';

export interface AppParts {
  readonly users: Users;
  readonly tokens: Tokens;
  readonly billing: Billing;
  readonly phones: Pick<Phones, 'router'>;
  /** Told of what nobody expected. */
  readonly log: (error: unknown) => void;
}

/** The application: the host's routes, and Dialproof's below /phones. */
export function createApp({ users, tokens, billing, phones, log }: AppParts): Express {
  const app = express().disable('x-powered-by');
  app.use(recogniseUser(tokens));
  // Before the parsers: Dialproof reads its bodies itself, and uploads as they come.
  app.use('/phones', phones.router);
  app.use(express.json(), keepNowhere);
  app.use(accountRoutes({ users, tokens, billing }));
  app.use('/billing', billingRoutes(billing));
  app.use(refuseUnknownPath);
  app.use(answerErrors(log));
  return app;
}

/** Tokens and balances are for the caller alone. */
const keepNowhere: RequestHandler = (_request, response, next) => {
  response.set('cache-control', 'no-store');
  next();
};
