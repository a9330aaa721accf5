import type { VerificationRouter } from '@dialproof/express';
import express, { type Express, type RequestHandler } from 'express';
import { recogniseUser, type Users } from './users.js';
import type { WalletCreditLedger } from './wallet-credit-ledger.js';

export interface AppParts {
  readonly users: Users;
  readonly ledger: WalletCreditLedger;
  /** Dialproof. */
  readonly phones: VerificationRouter;
}

const MAX_CREDITS = 1_000_000;

/** The application: the host's routes, and Dialproof's below /phones. */
export function createApp({ users, ledger, phones }: AppParts): Express {
  const app = express().disable('x-powered-by');
  app.use(recogniseUser(users));
  // Before the parsers: Dialproof reads its bodies itself, and uploads as they come.
  app.use('/phones', phones);
  app.use(express.json());

  // Stands where your sign-up and login are.
  app.post('/sign-up', (request, response) => {
    const { email } = Object(request.body);
    if (typeof email !== 'string' || !email.includes('@')) {
      response.status(422).json({ error: 'email has to be an address like you@example.com' });
      return;
    }
    const signedUp = users.signUp(email);
    if (signedUp === undefined) response.status(409).json({ error: 'this address is taken' });
    else response.status(201).json({ user_id: signedUp.userId, token: signedUp.token });
  });

  // Takes the place of your payment provider's notification: in production, users do not report payments themselves.
  app.post('/top-up', signedIn, (request, response) => {
    const { credits } = Object(request.body);
    if (!Number.isInteger(credits) || credits < 1 || credits > MAX_CREDITS) {
      response.status(422).json({ error: `credits has to be a whole number from 1 to ${MAX_CREDITS}` });
      return;
    }
    // signedIn has refused strangers.
    ledger.grant(request.user?.userId ?? '', credits);
    response.status(201).json({ credits });
  });

  app.get('/me', signedIn, (request, response) => void response.json(request.user));
  return app;
}

const signedIn: RequestHandler = (request, response, next) => {
  if (request.user !== undefined) next();
  else response.status(401).json({ error: 'send Authorization: Bearer <token>' });
};
