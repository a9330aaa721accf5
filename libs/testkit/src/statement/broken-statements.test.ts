import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_STATEMENTS, correctStatement } from './broken-statements.fixture.js';
import { creditStatementContract } from './credit-statement-contract.js';

describe('creditStatementContract', () => {
  provesToCatch(creditStatementContract, correctStatement, BROKEN_STATEMENTS);
});
