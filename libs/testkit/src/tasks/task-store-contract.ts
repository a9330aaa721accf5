import { type CreateOnClock, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { aliasingCases } from './aliasing-cases.js';
import { claimCases } from './claim-cases.js';
import { discardCases } from './discard-cases.js';
import { draftCases } from './draft-cases.js';
import { failureCases } from './failure-cases.js';
import { fairnessCases } from './fairness-cases.js';
import { finishCases } from './finish-cases.js';
import { giveBackCases } from './give-back-cases.js';
import { interleavingCases } from './interleaving-cases.js';
import { leaseCases } from './lease-cases.js';
import { outageCases } from './outage-cases.js';
import { recordCases } from './record-cases.js';
import { reopenCases } from './reopen-cases.js';
import { retryCases } from './retry-cases.js';
import { rowBlockCases } from './row-block-cases.js';
import { taskFileCases } from './task-file-cases.js';
import type { TaskStoreSubject } from './task-store-subject.js';
import { waitingCases } from './waiting-cases.js';

/** Every sentence of {@link TaskStore}. `create` is called for each case and gives an empty store that goes by the clock. */
export function taskStoreContract(runner: TestRunner, create: CreateOnClock<TaskStoreSubject>): void {
  runner.describe('task store contract', () => {
    const it = timedCasesWith(runner, create);
    draftCases(it);
    taskFileCases(it);
    rowBlockCases(it);
    discardCases(it);
    claimCases(it);
    fairnessCases(it);
    leaseCases(it);
    giveBackCases(it);
    outageCases(it);
    waitingCases(it);
    recordCases(it);
    finishCases(it);
    failureCases(it);
    retryCases(it);
    aliasingCases(it);
    reopenCases(it);
    interleavingCases(it);
  });
}
