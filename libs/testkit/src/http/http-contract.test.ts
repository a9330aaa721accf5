import { type Authenticator, byteStream } from '@dialproof/core';
import { describe, it } from 'vitest';
import { expectCaught } from '../runner/suite-proof.fixture.js';
import { httpContract } from './http-contract.js';
import {
  type CreateServer,
  heedlessOfOwners,
  over,
  receiving,
  replying,
  serving,
  withHeader,
  withJson,
  withoutHeaders,
} from './server/wrong-server.fixture.js';

/** A server that takes accounts for what `change` makes of them. */
const knowing = (
  change: (account: Awaited<ReturnType<Authenticator['authenticate']>>) => typeof account,
): CreateServer =>
  over(({ authenticator }) => ({
    authenticator: {
      authenticate: async (credentials) => change(await authenticator.authenticate(credentials)),
    },
  }));

/** Replies with another status in the place of one. */
const withStatus = (from: number, to: number): CreateServer =>
  replying((reply) => (reply.status === from ? { ...reply, status: to } : reply));

const DOWNLOAD = 'GET /v1/verify/tasks/{task_id}/download';
const OTHERS = "requests of other sites' pages";

const WRONG_SERVERS: Readonly<Record<string, CreateServer>> = {
  'refuses every operation without a token, whatever else is wrong': replying((reply, request) =>
    Number(request.header('content-length')) > 65_536 ? { ...reply, status: 413 } : reply,
  ),
  'refuses a wrong method without a token as 401 and not as 405': replying((reply, { method }) =>
    method === 'DELETE' ? { ...reply, status: 405 } : reply,
  ),
  'refuses every operation of a suspended account, and charges nothing': knowing(
    (account) => account && { ...account, suspended: false },
  ),
  'stays the same, and is unlike that of every other account': replying((reply) =>
    withJson(reply, (body) => ('account' in body ? { account: 'x'.repeat(16) } : body)),
  ),
  'are needed one by one: an operation of another scope is refused, with a hint that names it': knowing(
    (account) => account?.scopes && { ...account, scopes: [...account.scopes, 'read'] },
  ),
  'are checked before the body, and nothing is charged': replying((reply, request) =>
    reply.status === 403 && request.header('content-type') === 'application/json'
      ? { ...reply, status: 400 }
      : reply,
  ),
  [`${OTHERS} are refused, and nothing is charged`]: receiving(withoutHeaders('sec-fetch-site', 'origin')),
  [`${OTHERS} are refused by every operation before anything else`]: receiving(withoutHeaders('origin')),
  [`${OTHERS} are those of the user who follows a link, and not of a page that shows it`]: receiving(
    withoutHeaders('sec-fetch-dest'),
  ),
  'that are wrong charge nothing': replying(async (reply, request, { service, authenticator }) => {
    const token = request.header('authorization')?.slice('Bearer '.length);
    const account = await authenticator.authenticate({ token, request: undefined });
    if (request.method === 'PUT' && account) await service.verify({ ...account, phone: '+14155550100' });
    return reply;
  }),
  'a JSON body that is refused leaves the connection to the next request': replying((reply) =>
    reply.status < 400 ? reply : withHeader(reply, 'connection', 'close'),
  ),
  'refuses text that is no number, and charges nothing': serving((service) => ({
    verify: (request) =>
      service.verify(request).catch(async (error) => {
        await service.verify({ ...request, phone: '+14155550100' });
        throw error;
      }),
  })),
  // The client has gone, and what has come of its file is taken for all of it.
  'whose client closes the connection leaves nothing': serving((service) => ({
    submit({ signal: _, ...request }) {
      async function* beginning() {
        try {
          yield* byteStream(request.content);
        } catch {}
      }
      return service.submit({ ...request, content: beginning() });
    },
  })),
  'the upload form that is not what it should be is refused and leaves nothing': withStatus(400, 202),
  'is refused with the reason and leaves nothing': withStatus(422, 400),
  'every operation knows neither an unknown task nor that of another account': heedlessOfOwners(
    (service, owned) => ({
      remove: (asked) => service.remove(owned(asked)),
    }),
  ),
  'is never wrong on the way': replying((reply) =>
    withJson(reply, (body) => ('processed' in body ? { ...body, processed: body['total'] } : body)),
  ),
  'that lasts too long fails the task, which then has no result and costs nothing': replying((reply) =>
    withJson(reply, (body) => (body['status'] === 'failed' ? { ...body, status: 'done' } : body)),
  ),
  [`${DOWNLOAD} is one of so many that an account may have under way`]: over(() => ({
    maxDownloadsPerAccount: 1_000,
  })),
  'is refused as ever to whoever may not have it, and before the task is done': replying((reply, request) =>
    request.header('if-none-match') === '*' ? { status: 304, headers: {}, body: '' } : reply,
  ),
  'refuses a file that would take more bytes than an account may keep, until one is deleted': serving(() => ({
    remove: async () => {},
  })),
  'has a file taken once, however many repeats come at once': receiving(withoutHeaders('idempotency-key')),
  'has a number verified once whose first answer was lost in a failure': serving((service) => ({
    verify: ({ requestId: _, ...request }) => service.verify(request),
  })),
  'opens an account for anyone, whose token is good at once': replying((reply) =>
    withJson(reply, (body) => ('token' in body ? { ...body, token: 'not-known-yet' } : body)),
  ),
};

describe('a wrong server fails the case that it', () => {
  it.each(Object.entries(WRONG_SERVERS))('%s', (title, create) =>
    expectCaught(title, (runner) => httpContract(runner, create)),
  );
});
