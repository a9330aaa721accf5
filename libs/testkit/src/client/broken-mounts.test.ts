import { describe, it } from 'vitest';
import { expectCaught } from '../runner/broken.fixture.js';
import { recordSuite } from '../runner/recorded-suite.fixture.js';
import { BROKEN_MOUNTS } from './broken-mounts.fixture.js';
import { clientContract } from './client-contract.js';

// Correct mounts run the whole suite in their packages. Each broken one runs only the case about its fault.
describe('clientContract catches a mount that', () => {
  it.each(BROKEN_MOUNTS)('$fault', async ({ subject, caughtBy, create }) => {
    const cases = await recordSuite(
      (runner) => clientContract(runner, create),
      (title, path) => title === caughtBy && path.includes(subject),
    );
    expectCaught(cases, caughtBy);
  });
});
