import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_BALANCES } from './broken-balances.fixture.js';
import { BROKEN_HOLDS } from './broken-holds.fixture.js';
import { correctLedger } from './broken-ledger.fixture.js';
import { BROKEN_RELEASES } from './broken-releases.fixture.js';
import { BROKEN_REPEATS } from './broken-repeats.fixture.js';
import { BROKEN_SETTLEMENTS } from './broken-settlements.fixture.js';
import { creditLedgerContract } from './credit-ledger-contract.js';

describe('creditLedgerContract', () => {
  provesToCatch(creditLedgerContract, correctLedger, [
    ...BROKEN_BALANCES,
    ...BROKEN_HOLDS,
    ...BROKEN_REPEATS,
    ...BROKEN_SETTLEMENTS,
    ...BROKEN_RELEASES,
  ]);
});
