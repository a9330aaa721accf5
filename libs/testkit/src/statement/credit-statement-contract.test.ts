import { describe, it } from 'vitest';
import { correctStatement } from './broken-statements.fixture.js';
import { creditStatementContract } from './credit-statement-contract.js';

describe('MemoryCreditLedger', () => {
  creditStatementContract({ describe, it }, correctStatement);
});
