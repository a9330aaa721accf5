import type { LedgerUpkeep } from '@dialproof/core';
import { type CreateOnClock, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { type LedgerUpkeepSubject, pruneCases } from './prune-cases.js';
import { sumCases } from './sum-cases.js';

/** Tests every sentence of {@link LedgerUpkeep}. Each case calls `create` for a ledger without accounts that goes by the clock. */
export function ledgerUpkeepContract(runner: TestRunner, create: CreateOnClock<LedgerUpkeepSubject>): void {
  runner.describe('ledger upkeep contract', () => {
    const it = timedCasesWith(runner, create);
    pruneCases(it);
    sumCases(it);
  });
}
