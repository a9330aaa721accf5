import { mountContract } from '@dialproof/testkit';
import compression from 'compression';
import cors from 'cors';
import helmet from 'helmet';
import { describe, it } from 'vitest';
import { EXPRESS_MAJORS, startExpressServer } from './express-server.fixture.js';

describe.each(EXPRESS_MAJORS)(
  'verificationRouter behind helmet, cors, compression and a JSON parser, without registration, on Express $major',
  ({ express }) => {
    const before = [
      helmet(),
      // OPTIONS is the contract's, except preflights.
      cors({ preflightContinue: true }),
      compression({ threshold: 0 }),
      express.json({ limit: '64kb' }),
    ];
    mountContract({ describe, it }, () => startExpressServer({ express, before, hasRegistration: false }));
  },
);
