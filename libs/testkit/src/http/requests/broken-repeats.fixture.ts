import { withFault } from '../../runner/broken.fixture.js';
import { type BrokenServer, inFront, over } from '../server/broken-server.fixture.js';

const SUBJECT = 'an Idempotency-Key';

const ignoresKeys = inFront((request) => {
  delete request.headers['idempotency-key'];
  return false;
});

export const BROKEN_REPEATS: readonly BrokenServer[] = [
  {
    fault: 'takes a file for each repeat',
    subject: SUBJECT,
    caughtBy: 'has a file taken once, however many repeats come at once',
    create: ignoresKeys,
  },
  {
    fault: 'takes a workbook for each repeat',
    subject: SUBJECT,
    caughtBy: 'has a workbook taken once, and knows another one',
    create: ignoresKeys,
  },
  {
    fault: 'charges a number again whose first answer was lost',
    subject: SUBJECT,
    caughtBy: 'has a number verified once whose first answer was lost in a failure',
    create: over(({ service }) => ({
      service: withFault(service, {
        verify: ({ requestId: _, ...request }) => service.verify(request),
      }),
    })),
  },
];
