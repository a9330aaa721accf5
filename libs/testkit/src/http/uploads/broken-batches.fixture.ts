import { byteStream } from '@dialproof/core';
import { withFault } from '../../runner/broken.fixture.js';
import {
  type BrokenServer,
  heedlessOfOwners,
  over,
  replying,
  withJson,
} from '../server/broken-server.fixture.js';

export const BROKEN_BATCHES: readonly BrokenServer[] = [
  {
    fault: 'answers 200 to an upload',
    subject: 'POST /v1/verify/batch',
    caughtBy: 'answers with the task of a .csv file',
    create: replying((reply) => (reply.status === 202 ? { ...reply, status: 200 } : reply)),
  },
  {
    fault: 'forgets the fields of the form',
    subject: 'POST /v1/verify/batch',
    caughtBy: 'finds the column by its header, or takes the named one',
    create: over(({ service }) => ({
      service: withFault(service, {
        submit: ({ phoneColumn: _, ...request }) => service.submit(request),
      }),
    })),
  },
  {
    fault: 'reads file names as Latin-1',
    subject: 'POST /v1/verify/batch',
    caughtBy: 'keeps the file name of the upload, without folders',
    create: over(({ service }) => ({
      service: withFault(service, {
        submit: (request) =>
          service.submit({ ...request, fileName: Buffer.from(request.fileName).toString('latin1') }),
      }),
    })),
  },
  {
    fault: 'does not say which sheet was read',
    subject: 'POST /v1/verify/batch',
    caughtBy: 'says which sheet of a workbook was read',
    create: replying((reply) =>
      withJson(reply, (body) => ('sheet' in body ? { ...body, sheet: null } : body)),
    ),
  },
  {
    fault: 'takes the beginning of an upload for the whole',
    subject: 'an interrupted upload',
    caughtBy: 'whose client closes the connection leaves nothing',
    create: over(({ service }) => ({
      service: withFault(service, {
        submit({ signal: _, ...request }) {
          async function* beginning() {
            try {
              yield* byteStream(request.content);
            } catch {
              // The client has gone: the received part is accepted.
            }
          }
          return service.submit({ ...request, content: beginning() });
        },
      }),
    })),
  },
  {
    fault: 'takes a form that is broken',
    subject: 'the upload form',
    caughtBy: 'with the file twice is refused with malformed_request and leaves nothing',
    create: replying((reply) => (reply.status === 400 ? { ...reply, status: 202 } : reply)),
  },
  {
    fault: 'answers 400 to everything that is wrong with a file',
    subject: 'a bad upload',
    caughtBy: 'that is empty is refused with empty_file and leaves nothing',
    create: replying((reply) => (reply.status === 422 ? { ...reply, status: 400 } : reply)),
  },
  {
    fault: 'leaves out the statuses that nobody has',
    subject: 'GET /v1/verify/tasks/{task_id}',
    caughtBy: 'lists the fields in their order, and the five statuses with their zeros',
    create: replying((reply) =>
      withJson(reply, (body) => {
        if (!('summary' in body)) return body;
        const counts = Object.entries(Object(body['summary'])).filter(([, rows]) => rows !== 0);
        return { ...body, summary: Object.fromEntries(counts) };
      }),
    ),
  },
  {
    fault: 'says of no source how many rows it answered',
    subject: 'GET /v1/verify/tasks/{task_id}',
    caughtBy: 'counts the rows by the source of their answer',
    create: replying((reply) =>
      withJson(reply, (body) => ('sources' in body ? { ...body, sources: {} } : body)),
    ),
  },
  {
    fault: "shows another account's task",
    subject: 'GET /v1/verify/tasks/{task_id}',
    caughtBy: 'knows neither an unknown task nor that of another account',
    create: heedlessOfOwners((service, owner) => ({
      task: (asked) => service.task({ ...asked, accountId: owner(asked) }),
    })),
  },
  {
    fault: "answers 403 for another account's task",
    subject: 'GET /v1/verify/tasks/{task_id}',
    caughtBy: 'knows neither an unknown task nor that of another account',
    create() {
      const known = new Set<string>();
      return replying((reply, { path }) => {
        if (reply.status === 202) known.add(JSON.parse(`${reply.body}`).task_id);
        return reply.status === 404 && known.has(path.split('/').at(-1) ?? '')
          ? { ...reply, status: 403 }
          : reply;
      })();
    },
  },
  {
    fault: 'shows the whole as processed from the beginning',
    subject: 'GET /v1/verify/tasks/{task_id}',
    caughtBy: 'is never wrong on the way',
    create: replying((reply) =>
      withJson(reply, (body) => ('processed' in body ? { ...body, processed: body['total'] } : body)),
    ),
  },
  {
    fault: 'shows a task as done that has failed',
    subject: 'an outage of the checker',
    caughtBy: 'that lasts too long fails the task, which then has no result and costs nothing',
    create: replying((reply) =>
      withJson(reply, (body) => (body['status'] === 'failed' ? { ...body, status: 'done' } : body)),
    ),
  },
];
