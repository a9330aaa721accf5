import { casesWith, type TestRunner } from '../runner/test-runner.js';
import { findCases, removalCases } from './find-cases.js';
import { recordCases } from './record-cases.js';
import type { ObservationStoreSubject } from './sample-observations.js';

/** Tests every sentence of {@link ObservationStore}. Each case calls `create` for an empty store. */
export function observationStoreContract(
  runner: TestRunner,
  create: () => Promise<ObservationStoreSubject>,
): void {
  runner.describe('observation store contract', () => {
    const it = casesWith(runner, create);
    recordCases(it);
    findCases(it);
    removalCases(it);
  });
}
