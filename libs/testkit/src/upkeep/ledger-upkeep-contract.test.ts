import { describe, it } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_UPKEEP, correctUpkeep } from './broken-upkeep.fixture.js';
import { ledgerUpkeepContract } from './ledger-upkeep-contract.js';

describe('MemoryCreditLedger', () => {
  ledgerUpkeepContract({ describe, it }, correctUpkeep);
});

describe('ledgerUpkeepContract', () => {
  provesToCatch(ledgerUpkeepContract, correctUpkeep, BROKEN_UPKEEP);
});
