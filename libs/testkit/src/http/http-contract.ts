import { casesWith, type TestRunner } from '../runner/test-runner.js';
import { creditCases, statementCases } from './accounts/credit-cases.js';
import { accountMarkCases, registrationCases } from './accounts/registration-cases.js';
import { tokenCases } from './accounts/token-cases.js';
import { phoneListCases } from './phone-list-cases.js';
import { keyCases, repeatCases } from './repeat-cases.js';
import { authenticationCases } from './requests/authentication-cases.js';
import { crossSiteCases } from './requests/cross-site-cases.js';
import { jsonBodyCases } from './requests/json-body-cases.js';
import { operationCases, scopeCases } from './requests/operation-cases.js';
import { methodCases, mountCases } from './requests/path-cases.js';
import { changesCases } from './results/changes-cases.js';
import { downloadCases } from './results/download-cases.js';
import { resultCases } from './results/result-cases.js';
import type { MountedServer } from './server/mounted-server.js';
import { suppressionCases } from './suppression-cases.js';
import { cancelCases, outageCases, retryCases } from './tasks/ending-cases.js';
import { eventsCases } from './tasks/events-cases.js';
import { listCases, removalCases } from './tasks/list-cases.js';
import { pollCases } from './tasks/poll-cases.js';
import { rowCases } from './tasks/row-cases.js';
import { boundCases } from './uploads/bound-cases.js';
import { fileSettingCases } from './uploads/file-setting-cases.js';
import { interruptedUploadCases } from './uploads/interrupted-upload-cases.js';
import { keptUploadCases } from './uploads/kept-upload-cases.js';
import { knownAnswerCases } from './uploads/known-answer-cases.js';
import { previewCases } from './uploads/preview-cases.js';
import { refusedUploadCases, submitCases } from './uploads/submit-cases.js';
import { uploadFormCases } from './uploads/upload-form-cases.js';
import { verifyCases } from './verify-cases.js';
import { webhookCases } from './webhook-cases.js';

/** The subjects that a mount can break: how it passes on requests, bodies and connections, and how it sends replies. */
const MOUNT_SUBJECTS = {
  authentication: authenticationCases,
  "requests of other sites' pages": crossSiteCases,
  'the paths': mountCases,
  'the methods': methodCases,
  'a JSON body': jsonBodyCases,
  'a key': keyCases,
  'the upload form': uploadFormCases,
  'an interrupted upload': interruptedUploadCases,
  'GET /v1/verify/tasks/{task_id}/download': downloadCases,
  'GET /v1/verify/tasks/{task_id}/events': eventsCases,
} as const;

/** The subjects that are the same behind every mount. */
const CONTRACT_SUBJECTS = {
  'every operation': operationCases,
  'the scopes of a token': scopeCases,
  'POST /v1/verify': verifyCases,
  'POST /v1/verify/batch': submitCases,
  'the settings of an upload': fileSettingCases,
  'a bad upload': refusedUploadCases,
  'the bounds of an account': boundCases,
  'POST /v1/verify/batch/preview': previewCases,
  'a kept upload': keptUploadCases,
  'known answers': knownAnswerCases,
  'GET /v1/verify/tasks': listCases,
  'GET /v1/verify/tasks/{task_id}': pollCases,
  'GET /v1/verify/tasks/{task_id}/rows': rowCases,
  'DELETE /v1/verify/tasks/{task_id}': removalCases,
  'GET /v1/verify/tasks/{task_id}/changes': changesCases,
  'the result': resultCases,
  'POST /v1/verify/tasks/{task_id}/cancel': cancelCases,
  'POST /v1/verify/tasks/{task_id}/retry': retryCases,
  'an Idempotency-Key': repeatCases,
  'lists that are verified again': phoneListCases,
  'suppressed numbers': suppressionCases,
  webhooks: webhookCases,
  'the mark of an account': accountMarkCases,
  tokens: tokenCases,
  'the credits': creditCases,
  'GET /v1/credits/entries': statementCases,
  'an outage of the checker': outageCases,
  'POST /v1/accounts': registrationCases,
} as const;

/**
 * Tests the whole HTTP contract as a client sees it: its operations, their errors, and what they cost and leave. Each case calls `create` for a
 * server. There, a task must fail two seconds after its checker became unavailable, or earlier. It is meant for a server with its own
 * parts. For a framework that only passes on requests, {@link mountContract} is enough.
 */
export function httpContract(runner: TestRunner, create: () => Promise<MountedServer>): void {
  runner.describe('HTTP contract', () => {
    describeSubjects(runner, create, { ...MOUNT_SUBJECTS, ...CONTRACT_SUBJECTS });
  });
}

/**
 * Tests a mount of the HTTP contract: a framework, or a host's middleware in front of it. The rest of {@link httpContract} does not depend
 * on it.
 */
export function mountContract(runner: TestRunner, create: () => Promise<MountedServer>): void {
  runner.describe('HTTP contract of a mount', () => describeSubjects(runner, create, MOUNT_SUBJECTS));
}

function describeSubjects(
  runner: TestRunner,
  create: () => Promise<MountedServer>,
  subjects: Readonly<Record<string, (it: ReturnType<typeof casesWith<MountedServer>>) => void>>,
): void {
  for (const [subject, cases] of Object.entries(subjects)) {
    runner.describe(subject, () => cases(casesWith(runner, create)));
  }
}
