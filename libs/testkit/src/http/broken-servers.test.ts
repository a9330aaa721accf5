import { describe, it } from 'vitest';
import { expectCaught } from '../runner/broken.fixture.js';
import { recordSuite } from '../runner/recorded-suite.fixture.js';
import { BROKEN_VERIFICATION } from './broken-verifications.fixture.js';
import { httpContract } from './http-contract.js';
import { BROKEN_AUTHENTICATION } from './requests/broken-authentication.fixture.js';
import { BROKEN_CROSS_SITE } from './requests/broken-cross-site.fixture.js';
import { BROKEN_PATHS } from './requests/broken-paths.fixture.js';
import { BROKEN_REPEATS } from './requests/broken-repeats.fixture.js';
import { BROKEN_SCOPES } from './requests/broken-scopes.fixture.js';
import { BROKEN_RESULTS } from './results/broken-results.fixture.js';
import { startRightServer } from './server/broken-server.fixture.js';
import { BROKEN_BATCHES } from './uploads/broken-batches.fixture.js';
import { BROKEN_BOUNDS } from './uploads/broken-bounds.fixture.js';
import { BROKEN_SETTINGS } from './uploads/broken-settings.fixture.js';

describe('a right server', () => {
  httpContract({ describe, it }, startRightServer);
});

// Each one runs only the case about its fault, since whole suites would take minutes.
describe('httpContract catches a server that', () => {
  it.each([
    ...BROKEN_AUTHENTICATION,
    ...BROKEN_SCOPES,
    ...BROKEN_CROSS_SITE,
    ...BROKEN_PATHS,
    ...BROKEN_VERIFICATION,
    ...BROKEN_BATCHES,
    ...BROKEN_BOUNDS,
    ...BROKEN_SETTINGS,
    ...BROKEN_RESULTS,
    ...BROKEN_REPEATS,
  ])('$fault', async ({ subject, caughtBy, create }) => {
    const cases = await recordSuite(
      (runner) => httpContract(runner, create),
      (title, path) => title === caughtBy && path.includes(subject),
    );
    expectCaught(cases, caughtBy);
  });
});
