import type { ResultsRequest } from '@dialproof/core';
import { withFault } from '../../runner/broken.fixture.js';
import {
  type BrokenServer,
  heedlessOfOwners,
  inFront,
  over,
  replying,
  withBody,
  withHeader,
  withJson,
  withText,
} from '../server/broken-server.fixture.js';

/** A server that asks its service for another result than it was asked for. */
function askingFor(change: (asked: ResultsRequest) => ResultsRequest): BrokenServer['create'] {
  return over(({ service }) => ({
    service: withFault(service, { results: (asked) => service.results(change(asked)) }),
  }));
}

export const BROKEN_RESULTS: readonly BrokenServer[] = [
  {
    fault: 'takes quotes off',
    subject: 'the result',
    caughtBy: 'brings cells back unchanged, also those that look like formulas',
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
    caughtBy: 'is a CSV file under a name like the upload, to be kept by no shared cache',
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
    fault: 'bounds no downloads',
    subject: 'GET /v1/verify/tasks/{task_id}/download',
    caughtBy: 'is one of so many that an account may have under way',
    create: over(() => ({ maxDownloadsPerAccount: 1_000 })),
  },
  {
    fault: 'gives CSV whatever is asked for',
    subject: 'the query of a download',
    caughtBy: 'gives a workbook, whatever was uploaded, in which every cell is text',
    create: askingFor(({ format: _, ...asked }) => asked),
  },
  {
    fault: 'gives all rows whatever is asked for',
    subject: 'the query of a download',
    caughtBy: 'has only the rows with a named status, in their order',
    create: askingFor(({ statuses: _, ...asked }) => asked),
  },
  {
    fault: 'gives the status alone whatever is asked for',
    subject: 'the query of a download',
    caughtBy: 'has the source of the status of each row in the named columns',
    create: askingFor(({ columns: _, ...asked }) => asked),
  },
  {
    fault: 'neutralises nothing whatever is asked for',
    subject: 'the query of a download',
    caughtBy: 'gives cells like formulas an apostrophe in CSV, and a workbook without',
    create: askingFor(({ neutralizeFormulas: _, ...asked }) => asked),
  },
  {
    fault: 'takes a status that there is not for one that there is',
    subject: 'the query of a download',
    caughtBy: 'is refused where it names what there is not, or nothing, or two things',
    create: inFront((request) => {
      request.url = request.url?.replace('alive', 'dead') ?? '/';
      return false;
    }),
  },
  {
    fault: 'gives everything the same tag',
    subject: 'a download that the client has already',
    caughtBy: 'is known by a strong tag, another one for each that it can be had as',
    create: replying((reply) => ('etag' in reply.headers ? withHeader(reply, 'etag', '"the same"') : reply)),
  },
  {
    fault: 'tells HEAD less than GET',
    subject: 'a download that the client has already',
    caughtBy: 'is known by a strong tag, another one for each that it can be had as',
    create: replying((reply, { method }) => (method === 'HEAD' ? withHeader(reply, 'etag') : reply)),
  },
  {
    fault: 'sends what the client has once more',
    subject: 'a download that the client has already',
    caughtBy: 'is not sent once more',
    create: inFront((request) => {
      delete request.headers['if-none-match'];
      return false;
    }),
  },
  {
    fault: 'says that a stranger has it already',
    subject: 'a download that the client has already',
    caughtBy: 'is refused as ever to whoever may not have it, and before the task is done',
    create: replying((reply, request) =>
      request.header('if-none-match') === '*' ? { status: 304, headers: {}, body: '' } : reply,
    ),
  },
  {
    fault: "gives another account's result",
    subject: 'GET /v1/verify/tasks/{task_id}/download',
    caughtBy: 'knows neither an unknown task nor that of another account',
    create: heedlessOfOwners((service, owner) => ({
      results: (asked) => service.results({ ...asked, accountId: owner(asked) }),
    })),
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
    caughtBy: 'refuses a taken address in any letter case and with any space around it',
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
