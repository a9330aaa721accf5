import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_BULK_CHECKERS, correctBulkChecker } from './broken-bulk-checkers.fixture.js';
import { BROKEN_CHECKERS, correctChecker } from './broken-checkers.fixture.js';
import { bulkNumberCheckerContract } from './bulk-number-checker-contract.js';
import { numberCheckerContract } from './number-checker-contract.js';

describe('numberCheckerContract', () => {
  provesToCatch(numberCheckerContract, correctChecker, BROKEN_CHECKERS);
});

describe('bulkNumberCheckerContract', () => {
  provesToCatch(bulkNumberCheckerContract, correctBulkChecker, BROKEN_BULK_CHECKERS);
});
