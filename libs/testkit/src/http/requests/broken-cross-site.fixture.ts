import type { HttpRequest } from '@dialproof/http';
import { type BrokenServer, receiving } from '../server/broken-server.fixture.js';

const SUBJECT = "requests of other sites' pages";

/** Requests without these headers, as a server sees them that does not look. */
const without =
  (...names: readonly string[]) =>
  (request: HttpRequest): Partial<HttpRequest> => ({
    header: (name) => (names.includes(name) ? undefined : request.header(name)),
  });

export const BROKEN_CROSS_SITE: readonly BrokenServer[] = [
  {
    fault: 'takes a cookie with requests of every page',
    subject: SUBJECT,
    caughtBy: 'are refused, and nothing is charged',
    create: receiving(without('sec-fetch-site', 'origin')),
  },
  {
    fault: 'looks at one of the two headers alone',
    subject: SUBJECT,
    caughtBy: 'are refused by every operation before anything else',
    create: receiving(without('origin')),
  },
  {
    fault: 'refuses links',
    subject: SUBJECT,
    caughtBy: 'are those of the user who follows a link, and not of a page that shows it',
    create: receiving(without('sec-fetch-dest')),
  },
];
