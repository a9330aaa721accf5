import { describe, it } from 'vitest';
import { expectCaught } from '../runner/broken.fixture.js';
import { recordSuite } from '../runner/recorded-suite.fixture.js';
import { BROKEN_MOUNTS } from './broken-mounts.fixture.js';
import { clientContract } from './client-contract.js';

// What is right runs the suite beside every mount. Each of these is against the one case that is about its fault.
describe('clientContract catches a mount that', () => {
  it.each(BROKEN_MOUNTS)('$fault', async ({ subject, caughtBy, create }) => {
    const cases = await recordSuite(
      (runner) => clientContract(runner, create),
      (title, path) => title === caughtBy && path.includes(subject),
    );
    expectCaught(cases, caughtBy);
  });
});
