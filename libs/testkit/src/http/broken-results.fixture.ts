import type { AccountId, TaskId } from '@dialproof/core';
import { withFault } from '../runner/broken.fixture.js';
import {
  type BrokenServer,
  over,
  replying,
  withBody,
  withHeader,
  withJson,
  withText,
} from './broken-server.fixture.js';

export const BROKEN_RESULTS: readonly BrokenServer[] = [
  {
    fault: 'takes quotes off',
    subject: 'the result',
    caughtBy: 'brings cells back as they were, also those that look like formulas',
    create: replying((reply) => withText(reply, (text) => text.replaceAll('"', ''))),
  },
  {
    fault: 'writes Latin-1',
    subject: 'the result',
    caughtBy: 'has commas and UTF-8 whatever the file had',
    create: replying((reply) => withText(reply, (text) => Buffer.from(text, 'utf8').toString('latin1'))),
  },
  {
    fault: 'loses the last row',
    subject: 'the result',
    caughtBy: 'has the original columns, and then the status',
    create: replying((reply) =>
      withText(reply, (text) => text.trimEnd().split('\n').slice(0, -1).join('\n')),
    ),
  },
  {
    fault: 'gives the result no name',
    subject: 'GET /v1/verify/tasks/{task_id}/download',
    caughtBy: 'is a CSV file under a name like the upload, not to be cached',
    create: replying((reply) => withHeader(reply, 'content-disposition')),
  },
  {
    fault: 'gives an empty result before the task is done',
    subject: 'GET /v1/verify/tasks/{task_id}/download',
    caughtBy: 'is refused until the task is done',
    create: replying((reply) =>
      reply.status === 409
        ? withHeader(withBody({ ...reply, status: 200 }, ''), 'content-type', 'text/csv')
        : reply,
    ),
  },
  {
    fault: "gives another account's result",
    subject: 'GET /v1/verify/tasks/{task_id}/download',
    caughtBy: 'knows neither an unknown task nor that of another account',
    create: over(({ service }) => {
      const owners = new Map<TaskId, AccountId>();
      return {
        service: withFault(service, {
          async submit(request) {
            const task = await service.submit(request);
            owners.set(task.taskId, request.accountId);
            return task;
          },
          results: ({ taskId, accountId: asking }) =>
            service.results({ taskId, accountId: owners.get(taskId) ?? asking }),
        }),
      };
    }),
  },
  {
    fault: 'shows held credits as available',
    subject: 'the credits',
    caughtBy: 'are told as available and held',
    create: over(({ service }) => ({
      service: withFault(service, {
        async balance(account) {
          const { available, held } = await service.balance(account);
          return { available: available + held, held };
        },
      }),
    })),
  },
  {
    fault: 'answers 400 to a taken address',
    subject: 'POST /v1/accounts',
    caughtBy: 'refuses an address that is taken, in any case and with any space around it',
    create: replying((reply) => (reply.status === 409 ? { ...reply, status: 400 } : reply)),
  },
  {
    fault: 'gives a new account a token that is not known yet',
    subject: 'POST /v1/accounts',
    caughtBy: 'opens an account for anyone, whose token is good at once',
    create: replying((reply) =>
      withJson(reply, (body) => ('token' in body ? { ...body, token: 'not-known-yet' } : body)),
    ),
  },
];
