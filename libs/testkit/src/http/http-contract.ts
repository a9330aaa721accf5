import { casesWith, type TestRunner } from '../runner/test-runner.js';
import { authenticationCases } from './authentication-cases.js';
import { cancelCases } from './cancel-cases.js';
import { conditionalDownloadCases } from './conditional-download-cases.js';
import { creditCases } from './credit-cases.js';
import { downloadCases } from './download-cases.js';
import { eventsCases } from './events-cases.js';
import { fileSettingCases } from './file-setting-cases.js';
import { interruptedUploadCases } from './interrupted-upload-cases.js';
import { jsonBodyCases } from './json-body-cases.js';
import { listCases, removalCases } from './list-cases.js';
import { methodCases } from './method-cases.js';
import { mountCases } from './mount-cases.js';
import type { MountedServer } from './mounted-server.js';
import { outageCases } from './outage-cases.js';
import { pollCases } from './poll-cases.js';
import { previewCases } from './preview-cases.js';
import { refusedUploadCases } from './refused-upload-cases.js';
import { registrationCases } from './registration-cases.js';
import { repeatCases } from './repeat-cases.js';
import { resultCases } from './result-cases.js';
import { resultQueryCases } from './result-query-cases.js';
import { retryCases } from './retry-cases.js';
import { statementCases } from './statement-cases.js';
import { submitCases } from './submit-cases.js';
import { uploadFormCases } from './upload-form-cases.js';
import { verifyCases } from './verify-cases.js';
import { webhookCases } from './webhook-cases.js';

/**
 * Tests the whole HTTP contract as a client sees it: every line of the spec and every decision beyond it. Each case calls `create`
 * for a server. There, a task must fail two seconds after its checker became unavailable, or earlier.
 */
export function httpContract(runner: TestRunner, create: () => Promise<MountedServer>): void {
  const subjects = {
    authentication: authenticationCases,
    'the paths': mountCases,
    'the methods': methodCases,
    'a JSON body': jsonBodyCases,
    'POST /v1/verify': verifyCases,
    'POST /v1/verify/batch': submitCases,
    'the upload form': uploadFormCases,
    'the settings of an upload': fileSettingCases,
    'a bad upload': refusedUploadCases,
    'an interrupted upload': interruptedUploadCases,
    'POST /v1/verify/batch/preview': previewCases,
    'GET /v1/verify/tasks': listCases,
    'GET /v1/verify/tasks/{task_id}': pollCases,
    'DELETE /v1/verify/tasks/{task_id}': removalCases,
    'the result': resultCases,
    'the query of a download': resultQueryCases,
    'GET /v1/verify/tasks/{task_id}/download': downloadCases,
    'a download that the client has already': conditionalDownloadCases,
    'GET /v1/verify/tasks/{task_id}/events': eventsCases,
    'POST /v1/verify/tasks/{task_id}/cancel': cancelCases,
    'POST /v1/verify/tasks/{task_id}/retry': retryCases,
    'an Idempotency-Key': repeatCases,
    webhooks: webhookCases,
    'the credits': creditCases,
    'GET /v1/credits/entries': statementCases,
    'an outage of the checker': outageCases,
    'POST /v1/accounts': registrationCases,
  } as const;
  runner.describe('HTTP contract', () => {
    for (const [subject, cases] of Object.entries(subjects)) {
      runner.describe(subject, () => cases(casesWith(runner, create)));
    }
  });
}
