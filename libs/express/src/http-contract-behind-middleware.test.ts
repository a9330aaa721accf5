import { mountContract } from '@dialproof/testkit';
import compression from 'compression';
import cors from 'cors';
import helmet from 'helmet';
import { describe, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-majors.fixture.js';
import { startExpressServer } from './express-server.fixture.js';

describe.each(EXPRESS_MAJORS)(
  'verificationRouter behind helmet, cors and compression, on Express $major',
  ({ express }) => {
    // OPTIONS is the contract's, except preflights.
    const before = [helmet(), cors({ preflightContinue: true }), compression({ threshold: 0 })];
    mountContract({ describe, it }, () => startExpressServer({ express, before }));
  },
);
