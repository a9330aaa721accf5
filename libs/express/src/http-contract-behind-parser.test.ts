import { mountContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-majors.fixture.js';
import { startExpressServer } from './express-server.fixture.js';

describe.each(EXPRESS_MAJORS)(
  "verificationRouter behind a host's JSON parser, without registration, on Express $major",
  ({ express }) => {
    const before = [express.json({ limit: '64kb' })];
    mountContract({ describe, it }, () => startExpressServer({ express, before, hasRegistration: false }));
  },
);
