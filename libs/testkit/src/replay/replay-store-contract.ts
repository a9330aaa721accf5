import type { ReplayStore } from '@dialproof/core';
import { type CreateOnClock, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { answerCases } from './answer-cases.js';
import { beginCases } from './begin-cases.js';
import { placeCases } from './place-cases.js';
import type { ReplayStoreSubject } from './sample-request.js';

/** Tests every sentence of {@link ReplayStore}. Each case calls `create` for an empty store that goes by the clock. */
export function replayStoreContract(runner: TestRunner, create: CreateOnClock<ReplayStoreSubject>): void {
  runner.describe('replay store contract', () => {
    const it = timedCasesWith(runner, create);
    beginCases(it);
    answerCases(it);
    placeCases(it);
  });
}
