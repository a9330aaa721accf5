import type { MountedServer } from '../http/server/mounted-server.js';
import { casesWith, type TestRunner } from '../runner/test-runner.js';
import { accountCases } from './account-cases.js';
import { fileCases } from './file-cases.js';
import { lostReplyCases } from './lost-reply-cases.js';
import { numberCases } from './number-cases.js';
import { taskCases } from './task-cases.js';

/**
 * Tests that a mount serves `@dialproof/client`: each of its operations, and its behaviour when replies are lost. Each case calls `create`
 * for a server, like {@link httpContract}.
 */
export function clientContract(runner: TestRunner, create: () => Promise<MountedServer>): void {
  const subjects = {
    'one number': numberCases,
    'a file': fileCases,
    'a task': taskCases,
    'a lost reply': lostReplyCases,
    'an account': accountCases,
  } as const;
  runner.describe('the client', () => {
    for (const [subject, cases] of Object.entries(subjects)) {
      runner.describe(subject, () => cases(casesWith(runner, create)));
    }
  });
}
