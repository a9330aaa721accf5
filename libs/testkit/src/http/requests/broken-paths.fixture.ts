import { createHttpContract } from '@dialproof/http';
import {
  type BrokenServer,
  inFront,
  listenerOf,
  replying,
  withBody,
  withHeader,
} from '../server/broken-server.fixture.js';
import { listenLocally, startMemoryServer } from '../server/memory-server.js';

export const BROKEN_PATHS: readonly BrokenServer[] = [
  {
    fault: "answers for the host's other paths",
    subject: 'the paths',
    caughtBy: 'leave every other path to the host',
    create: inFront((request, response) => {
      const isOther = request.url === '/v1/orders';
      if (isOther) response.writeHead(401).end('{"detail":"not_authenticated"}');
      return isOther;
    }),
  },
  {
    fault: 'serves one of its mounts',
    subject: 'the paths',
    caughtBy: 'are served below every mount',
    create: () =>
      startMemoryServer(async (parts) => {
        const mount = await listenLocally(listenerOf(createHttpContract(parts)));
        return { ...mount, otherBaseUrls: [`${mount.baseUrl}/verification`] };
      }),
  },
  {
    fault: 'does not understand a whole address',
    subject: 'the paths',
    caughtBy: 'may be asked for with the whole address, as clients of proxies do',
    create: inFront((request, response) => {
      const isWhole = request.url?.startsWith('http') === true;
      if (isWhole) response.writeHead(404).end();
      return isWhole;
    }),
  },
  {
    fault: 'answers errors in HTML',
    subject: 'the methods',
    caughtBy: 'that a path does not take are refused, with those that it takes',
    create: replying((reply) =>
      reply.status === 405
        ? withHeader(withBody(reply, '<h1>Method Not Allowed</h1>'), 'content-type', 'text/html')
        : reply,
    ),
  },
  {
    fault: 'does not say which methods it takes',
    subject: 'the methods',
    caughtBy: 'that a path does not take are refused, with those that it takes',
    create: replying((reply) => withHeader(reply, 'allow')),
  },
  {
    fault: 'answers OPTIONS with 200',
    subject: 'the methods',
    caughtBy: 'that a path takes are told to OPTIONS',
    create: replying((reply, { method }) => (method === 'OPTIONS' ? { ...reply, status: 200 } : reply)),
  },
  {
    fault: 'does not know HEAD',
    subject: 'the methods',
    caughtBy: 'HEAD answers like GET without the body',
    create: replying((reply, { method }) => (method === 'HEAD' ? { ...reply, status: 405 } : reply)),
  },
  {
    fault: 'charges also where the method is wrong',
    subject: 'the methods',
    caughtBy: 'that are wrong charge nothing',
    create: replying(async (reply, request, { service, authenticator }) => {
      const token = request.header('authorization')?.slice('Bearer '.length);
      const account = await authenticator.authenticate({ token, request: undefined });
      if (request.method === 'PUT' && account !== undefined) {
        await service.verify({ accountId: account.accountId, phone: '+14155550100' });
      }
      return reply;
    }),
  },
];
