import { type CreateOnClock, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { aliasingCases } from './aliasing-cases.js';
import { outageCases } from './answers/outage-cases.js';
import { recordCases } from './answers/record-cases.js';
import { waitingCases } from './answers/waiting-cases.js';
import { claimCases } from './claims/claim-cases.js';
import { fairnessCases } from './claims/fairness-cases.js';
import { giveBackCases } from './claims/give-back-cases.js';
import { leaseCases } from './claims/lease-cases.js';
import { failureCases } from './endings/failure-cases.js';
import { finishCases } from './endings/finish-cases.js';
import { retryCases } from './endings/retry-cases.js';
import { discardCases } from './intake/discard-cases.js';
import { draftCases } from './intake/draft-cases.js';
import { rowBlockCases, taskFileCases } from './intake/file-cases.js';
import { interleavingCases } from './interleaving/interleaving-cases.js';
import { reopenCases } from './reopen-cases.js';
import type { TaskStoreSubject } from './subject/sample-task.js';

/** Tests every sentence of {@link TaskStore}. Each case calls `create` for an empty store that uses the clock. */
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
