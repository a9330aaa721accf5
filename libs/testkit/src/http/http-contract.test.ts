import { createHttpContract } from '@dialproof/http';
import { answerNodeRequest, type HttpReply, type HttpRequest } from '@dialproof/http/adapter';
import { describe, it } from 'vitest';
import { expectCaught, withFault } from '../runner/suite-proof.fixture.js';
import { httpContract } from './http-contract.js';
import { listenLocally, startMemoryServer } from './server/memory-server.js';

interface Wrong {
  /** What the server makes of a request before it answers. */
  readonly receive?: (request: HttpRequest) => HttpRequest;
  /** What it sends in the place of the right reply. */
  readonly reply?: (reply: HttpReply, request: HttpRequest) => HttpReply;
}

/** Requests as a mount hands them on that loses these headers. */
const losing = (...names: readonly string[]): Wrong => ({
  receive: (request) =>
    withFault(request, { header: (name) => (names.includes(name) ? undefined : request.header(name)) }),
});

const OTHERS = "requests of other sites' pages";

/** Faults of a mount, by the title of the case that has to find each. */
const WRONG_MOUNTS: Readonly<Record<string, Wrong>> = {
  'takes the scheme in any case': {
    receive: (request) =>
      withFault(request, { header: (name) => request.header(name)?.replace(/^(?!Bearer).*/, '') }),
  },
  [`${OTHERS} are refused by every operation before anything else`]: losing('origin'),
  [`${OTHERS} are those of the user who follows a link, and not of a page that shows it`]:
    losing('sec-fetch-dest'),
  'that a path does not take are refused, with those that it takes': {
    reply: ({ headers: { allow: _, ...headers }, ...reply }) => ({ ...reply, headers }),
  },
  'a JSON body that is refused leaves the connection to the next request': {
    reply: (reply) =>
      reply.status < 400 ? reply : { ...reply, headers: { ...reply.headers, connection: 'close' } },
  },
  'the upload form that is not what it should be is refused and leaves nothing': {
    reply: (reply) => (reply.status === 400 ? { ...reply, status: 202 } : reply),
  },
  'has a file taken once, however many repeats come at once': losing('idempotency-key'),
};

describe('a wrong mount fails the case that it', () => {
  it.each(Object.entries(WRONG_MOUNTS))('%s', async (title, { receive, reply }) => {
    const create = () =>
      startMemoryServer((parts) => {
        const contract = createHttpContract(parts);
        const handle: typeof contract.handle = (request) =>
          contract.handle(receive?.(request) ?? request)?.then((right) => reply?.(right, request) ?? right);
        return listenLocally((request, response) => {
          if (!answerNodeRequest({ ...contract, handle }, request, response)) response.writeHead(404).end();
        });
      });
    await expectCaught(title, (runner) => httpContract(runner, create));
  });
});
