import { type BrokenServer, over, replying, withHeader } from '../server/broken-server.fixture.js';

const UNFINISHED =
  'refuses a file more than the unfinished tasks that an account may have, until one has ended';
const DAILY = 'refuses a file more than the tasks that an account may queue a day, deleted ones included';
const STORED = 'refuses a file that would take more bytes than an account may keep, until one is deleted';

export const BROKEN_BOUNDS: readonly BrokenServer[] = [
  {
    fault: 'does not say when there is room for another task',
    subject: 'the bounds of an account',
    caughtBy: UNFINISHED,
    create: replying((reply) => (reply.status === 429 ? withHeader(reply, 'retry-after') : reply)),
  },
  {
    fault: 'says of a day that is used up that it goes on for days',
    subject: 'the bounds of an account',
    caughtBy: DAILY,
    create: replying((reply) => (reply.status === 429 ? withHeader(reply, 'retry-after', '172800') : reply)),
  },
  {
    fault: 'has somebody wait who has to delete tasks',
    subject: 'the bounds of an account',
    caughtBy: STORED,
    create: replying((reply) => (reply.status === 409 ? withHeader(reply, 'retry-after', '30') : reply)),
  },
  {
    fault: 'deletes nothing',
    subject: 'the bounds of an account',
    caughtBy: STORED,
    create: over(({ service }) => ({ service: { ...service, remove: async () => {} } })),
  },
];
