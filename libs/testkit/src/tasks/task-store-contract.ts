import type { TaskStore } from '@dialproof/core';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';
import { aliasingCases } from './aliasing-cases.js';
import { claimCases } from './claim-cases.js';
import { discardCases } from './discard-cases.js';
import { draftCases } from './draft-cases.js';
import { endingCases } from './ending-cases.js';
import { fairnessCases } from './fairness-cases.js';
import { giveBackCases } from './give-back-cases.js';
import { interleavingCases } from './interleaving-cases.js';
import { leaseCases } from './lease-cases.js';
import { outageCases } from './outage-cases.js';
import { recordCases } from './record-cases.js';
import { reopenCases } from './reopen-cases.js';

export interface TaskStoreSubject extends Closable {
  readonly store: TaskStore;
  /**
   * For a store that outlives its object: closes this one and opens another over the same data. The subject's `close` then closes
   * the last one. Without it the same object is asked again.
   */
  reopen?(): Promise<TaskStore>;
}

/** Every sentence of {@link TaskStore}. `create` is called for each case and gives an empty store. */
export function taskStoreContract(runner: TestRunner, create: () => Promise<TaskStoreSubject>): void {
  runner.describe('task store contract', () => {
    const it = casesWith(runner, create);
    draftCases(it);
    discardCases(it);
    claimCases(it);
    fairnessCases(it);
    leaseCases(it);
    giveBackCases(it);
    outageCases(it);
    recordCases(it);
    endingCases(it);
    aliasingCases(it);
    reopenCases(it);
    interleavingCases(it);
  });
}
