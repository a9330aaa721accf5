import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_HOLDS } from './broken-holds.fixture.js';
import { correctLedger } from './broken-ledger.fixture.js';
import { BROKEN_RELEASES } from './broken-releases.fixture.js';
import { BROKEN_SETTLEMENTS } from './broken-settlements.fixture.js';
import { creditLedgerContract } from './credit-ledger-contract.js';

describe('creditLedgerContract', () => {
  provesToCatch(creditLedgerContract, correctLedger, [
    ...BROKEN_HOLDS,
    ...BROKEN_SETTLEMENTS,
    ...BROKEN_RELEASES,
  ]);
});
