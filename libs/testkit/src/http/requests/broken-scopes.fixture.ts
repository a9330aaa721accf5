import { type BrokenServer, over, replying, withJson } from '../server/broken-server.fixture.js';

const REFUSES = 'are needed one by one: an operation of another scope is refused, with a hint that names it';

export const BROKEN_SCOPES: readonly BrokenServer[] = [
  {
    fault: 'takes a token with scopes for one without',
    subject: 'the scopes of a token',
    caughtBy: REFUSES,
    create: over(({ authenticator }) => ({
      authenticator: {
        async authenticate(credentials) {
          const account = await authenticator.authenticate(credentials);
          return account && { accountId: account.accountId, suspended: account.suspended };
        },
      },
    })),
  },
  {
    fault: 'does not say which scope is needed',
    subject: 'the scopes of a token',
    caughtBy: REFUSES,
    create: replying((reply) =>
      reply.status === 403 ? withJson(reply, ({ detail }) => ({ detail })) : reply,
    ),
  },
  {
    fault: 'takes reading for a part of every scope',
    subject: 'the scopes of a token',
    caughtBy: REFUSES,
    create: over(({ authenticator }) => ({
      authenticator: {
        async authenticate(credentials) {
          const account = await authenticator.authenticate(credentials);
          return account?.scopes === undefined
            ? account
            : { ...account, scopes: [...account.scopes, 'read'] };
        },
      },
    })),
  },
  {
    fault: 'refuses every token with scopes',
    subject: 'the scopes of a token',
    caughtBy: 'let a token do their operations',
    create: over(({ authenticator }) => ({
      authenticator: {
        async authenticate(credentials) {
          const account = await authenticator.authenticate(credentials);
          return account?.scopes === undefined ? account : { ...account, scopes: [] };
        },
      },
    })),
  },
  {
    fault: 'judges a body before the scope',
    subject: 'the scopes of a token',
    caughtBy: 'are checked before the body, and nothing is charged',
    create: replying((reply, request) =>
      reply.status === 403 && request.header('content-type') === 'application/json'
        ? { ...reply, status: 400 }
        : reply,
    ),
  },
];
