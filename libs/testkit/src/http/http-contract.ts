import type { CreditBalance } from '@dialproof/core';
import { type Closable, casesWith, type TestRunner } from '../runner/test-runner.js';
import { authenticationCases } from './authentication-cases.js';
import { conditionalDownloadCases } from './conditional-download-cases.js';
import { creditCases } from './credit-cases.js';
import { downloadCases } from './download-cases.js';
import { eventsCases } from './events-cases.js';
import { interruptedUploadCases } from './interrupted-upload-cases.js';
import { jsonBodyCases } from './json-body-cases.js';
import { methodCases } from './method-cases.js';
import { mountCases } from './mount-cases.js';
import { outageCases } from './outage-cases.js';
import { pollCases } from './poll-cases.js';
import { refusedUploadCases } from './refused-upload-cases.js';
import { registrationCases } from './registration-cases.js';
import { resultCases } from './result-cases.js';
import { resultQueryCases } from './result-query-cases.js';
import { submitCases } from './submit-cases.js';
import { uploadFormCases } from './upload-form-cases.js';
import { verifyCases } from './verify-cases.js';

/** An account of a mounted server, whose credits can be looked at behind the server's back. */
export interface MountedAccount {
  readonly token: string;
  balance(): Promise<CreditBalance>;
}

export interface OpenAccountRequest {
  readonly credits: number;
  readonly suspended: boolean;
}

/**
 * A server with the HTTP contract mounted, listening, with its queue started, and with a checker that answers by the last seven digits
 * as the sandbox does: 5550100 wa_registered, 5550101 telegram_registered, 5550102 dead, 5550103 inactive, 5550104 unknown, 5550105
 * wa_registered after a second or so, 5550106 the check fails, 5550107 the checker is unavailable, any other number any status.
 */
export interface MountedServer extends Closable {
  /** Where the contract is mounted, without a slash at the end: the operations are at `${baseUrl}/v1/...`. */
  readonly baseUrl: string;
  /** Further addresses of the same mount; may be empty. */
  readonly otherBaseUrls: readonly string[];
  /** Rows that a file may have. The suite uploads one more: a few hundred do. */
  readonly maxRows: number;
  /** Bytes that a file may have. The suite uploads more: 4 to 16 MiB do. */
  readonly maxFileBytes: number;
  /** Whether anyone may register at `POST /v1/accounts`. Without it, the path is the host's. */
  readonly hasRegistration: boolean;
  openAccount(request: OpenAccountRequest): Promise<MountedAccount>;
  /**
   * Names what requests have left behind at this moment: temp files and drafts of uploads and, where it can be known, tasks that are
   * watched for an event stream. Requests under way count too.
   */
  leftovers(): Promise<readonly string[]>;
}

/**
 * The whole HTTP contract: every line of the spec and every decision beyond it, as a client sees it. `create` is called for each case.
 * A task whose checker is unavailable must fail after two seconds or less.
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
    'a bad upload': refusedUploadCases,
    'an interrupted upload': interruptedUploadCases,
    'GET /v1/verify/tasks/{task_id}': pollCases,
    'the result': resultCases,
    'the query of a download': resultQueryCases,
    'GET /v1/verify/tasks/{task_id}/download': downloadCases,
    'a download that the client has already': conditionalDownloadCases,
    'GET /v1/verify/tasks/{task_id}/events': eventsCases,
    'the credits': creditCases,
    'an outage of the checker': outageCases,
    'POST /v1/accounts': registrationCases,
  } as const;
  runner.describe('HTTP contract', () => {
    for (const [subject, cases] of Object.entries(subjects)) {
      runner.describe(subject, () => cases(casesWith(runner, create)));
    }
  });
}
