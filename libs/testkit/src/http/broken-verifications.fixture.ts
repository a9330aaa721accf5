import { withFault } from '../runner/broken.fixture.js';
import {
  type BrokenServer,
  inFront,
  over,
  replying,
  withHeader,
  withJson,
} from './server/broken-server.fixture.js';

export const BROKEN_VERIFICATION: readonly BrokenServer[] = [
  {
    fault: "answers broken JSON in the framework's own words",
    subject: 'a JSON body',
    caughtBy: 'that is broken is refused with malformed_request and charges nothing',
    create: replying((reply) =>
      reply.status === 400 ? withJson(reply, () => ({ message: 'Unexpected end of JSON input' })) : reply,
    ),
  },
  {
    fault: 'closes the connection with every refusal',
    subject: 'a JSON body',
    caughtBy: 'that is refused leaves the connection to the next request',
    create: replying((reply) => (reply.status < 400 ? reply : withHeader(reply, 'connection', 'close'))),
  },
  {
    fault: 'calls a body too large that is just as large as it may be',
    subject: 'a JSON body',
    caughtBy: 'has 64 KiB at most',
    create: inFront((request, response) => {
      const isLarge = Number(request.headers['content-length']) >= 65_536;
      if (isLarge) response.writeHead(413, { connection: 'close' }).end('{"detail":"request_too_large"}');
      return isLarge;
    }),
  },
  {
    fault: 'answers without the plus sign',
    subject: 'POST /v1/verify',
    caughtBy: 'understands a number however it is written',
    create: replying((reply) => withJson(reply, (body) => ({ ...body, phone: `${body['phone']}`.slice(1) }))),
  },
  {
    fault: 'tells times in milliseconds',
    subject: 'POST /v1/verify',
    caughtBy: 'answers dead with the number and the time, and charges one credit',
    create: replying((reply) =>
      withJson(reply, (body) => ({ ...body, checked_at: Date.parse(`${body['checked_at']}`) })),
    ),
  },
  {
    fault: 'says of an answer only what every answer has',
    subject: 'POST /v1/verify',
    caughtBy:
      'adds the source and the reason of an answer where the checker says them, and nothing where not',
    create: replying((reply) => withJson(reply, ({ source: _, reason: __, ...body }) => body)),
  },
  {
    fault: 'says of every answer where it comes from',
    subject: 'POST /v1/verify',
    caughtBy:
      'adds the source and the reason of an answer where the checker says them, and nothing where not',
    create: replying((reply) =>
      withJson(reply, (body) => ('status' in body ? { source: 'unknown', ...body } : body)),
    ),
  },
  {
    fault: 'lets answers be cached',
    subject: 'POST /v1/verify',
    caughtBy: 'answers inactive with the number and the time, and charges one credit',
    create: replying((reply) => withHeader(reply, 'cache-control')),
  },
  {
    fault: 'charges for what is no number',
    subject: 'POST /v1/verify',
    caughtBy: 'refuses text that is no number, and charges nothing',
    create: over(({ service }) => ({
      service: withFault(service, {
        verify: (request) =>
          service.verify(request).catch(async (error) => {
            await service.verify({ ...request, phone: '+14155550100' });
            throw error;
          }),
      }),
    })),
  },
  {
    fault: 'answers a check that failed with 500',
    subject: 'POST /v1/verify',
    caughtBy: 'answers unknown for a check that failed, and charges nothing',
    create: replying((reply) => (`${reply.body}`.includes('"unknown"') ? { ...reply, status: 500 } : reply)),
  },
];
