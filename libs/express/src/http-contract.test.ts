import { mountContract } from '@dialproof/testkit';
import { describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS, startExpressServer } from './express-server.fixture.js';

describe.each(EXPRESS_MAJORS)(
  'verificationRouter over the memory ports, on Express $major',
  ({ express, major }) => {
    it('runs on this major indeed', () => {
      // Express 4 made its router when it was first used, by a method that Express 5 has not got.
      expect('lazyrouter' in express()).toBe(major === 4);
    });

    mountContract({ describe, it }, () => startExpressServer({ express }));
  },
);
