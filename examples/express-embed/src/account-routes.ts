import { Router } from 'express';
import type { Billing } from './billing.js';
import { readCredentials } from './request-fields.js';
import { bearerToken, type IssuedToken, signedInUser, type Tokens } from './sign-in.js';
import type { Users } from './users.js';

export interface AccountParts {
  readonly users: Users;
  readonly tokens: Tokens;
  readonly billing: Billing;
}

/** Signing up, in and out, and who one is. */
export function accountRoutes({ users, tokens, billing }: AccountParts): Router {
  const router = Router();

  router.post('/sign-up', async (request, response) => {
    const { email, password } = readCredentials(request.body);
    const user = await users.signUp(email, password);
    response
      .status(201)
      .json({ user_id: user.userId, email: user.email, ...tokenOnWire(tokens.issue(user)) });
  });

  router.post('/login', async (request, response) => {
    const { email, password } = readCredentials(request.body);
    const user = await users.logIn(email, password);
    response.json(tokenOnWire(tokens.issue(user)));
  });

  router.post('/logout', (request, response) => {
    const token = bearerToken(request);
    if (token !== undefined) tokens.revoke(token);
    response.status(204).end();
  });

  router.get('/me', (request, response) => {
    const { userId, email } = signedInUser(request);
    const { available, held } = billing.wallet(userId);
    response.json({
      user_id: userId,
      email,
      credits: { available, held },
      suspended: billing.isOverdue(userId),
    });
  });

  return router;
}

function tokenOnWire({ token, expiresAt }: IssuedToken) {
  return { token, expires_at: new Date(expiresAt).toISOString() };
}
