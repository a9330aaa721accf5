import { type BrokenServer, inFront, over, replying, withJson } from '../server/broken-server.fixture.js';

export const BROKEN_AUTHENTICATION: readonly BrokenServer[] = [
  {
    fault: 'gives a hint to whoever is not authenticated',
    subject: 'authentication',
    caughtBy: 'refuses every operation without a token, whatever else is wrong',
    create: replying((reply) =>
      reply.status === 401 ? withJson(reply, (body) => ({ ...body, hint: 'bring a token' })) : reply,
    ),
  },
  {
    fault: 'judges the size of a body before the token',
    subject: 'authentication',
    caughtBy: 'refuses every operation without a token, whatever else is wrong',
    create: replying((reply, request) =>
      Number(request.header('content-length')) > 65_536 ? { ...reply, status: 413 } : reply,
    ),
  },
  {
    fault: 'judges the method before the token',
    subject: 'authentication',
    caughtBy: 'refuses a wrong method without a token as 401 and not as 405',
    create: replying((reply, { method }) => (method === 'DELETE' ? { ...reply, status: 405 } : reply)),
  },
  {
    fault: 'takes a token in any scheme',
    subject: 'authentication',
    caughtBy: 'refuses what is not one Bearer token that is known',
    create: inFront((request) => {
      request.headers.authorization = request.headers.authorization?.replace(/^Basic/, 'Bearer');
      return false;
    }),
  },
  {
    fault: 'takes the scheme in one case of letters alone',
    subject: 'authentication',
    caughtBy: 'takes the scheme in any case',
    create: inFront((request) => {
      if (!request.headers.authorization?.startsWith('Bearer ')) delete request.headers.authorization;
      return false;
    }),
  },
  {
    fault: 'gives all accounts the same mark',
    subject: 'the mark of an account',
    caughtBy: 'stays the same, and is unlike that of every other account',
    create: replying((reply, { path }) =>
      path === '/v1/account' ? withJson(reply, () => ({ account: 'x'.repeat(16) })) : reply,
    ),
  },
  {
    fault: 'lets suspended accounts in',
    subject: 'authentication',
    caughtBy: 'refuses every operation of a suspended account, and charges nothing',
    create: over(({ authenticator }) => ({
      authenticator: {
        async authenticate(credentials) {
          const account = await authenticator.authenticate(credentials);
          return account && { ...account, suspended: false };
        },
      },
    })),
  },
];
