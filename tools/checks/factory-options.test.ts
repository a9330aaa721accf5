import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const LIBS = new URL('../../libs', import.meta.url).pathname;

/**
 * What the packages export and can be called, but takes no options: values, questions, requests. A new export either refuses unknown
 * options or is listed here.
 */
const WITHOUT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '@dialproof/checkers': ['findingAnswer', 'findingOf'],
  '@dialproof/checkers/around': ['withCostRecord'],
  '@dialproof/checkers/dialproof': ['tryDialproof'],
  '@dialproof/checkers/evidence': ['nodeHandler'],
  '@dialproof/checkers/hlr-lookups': ['tryHlrLookups'],
  '@dialproof/checkers/infobip': ['tryInfobip'],
  '@dialproof/checkers/settings': ['CheckerSettingsError', 'checkersOf', 'credentialLines', 'findCheckers'],
  '@dialproof/client': ['DialproofError', 'findingIn', 'hasEnded', 'isDialproofError', 'verifyWebhook'],
  '@dialproof/client/node': ['downloadToFile', 'fileOnDisk'],
  '@dialproof/core': [
    'accountId',
    'addSources',
    'assertFileWithin',
    'assertOptionNames',
    'assertTaskWithin',
    'byteStream',
    'chargesMonth',
    'claimDocuments',
    'counted',
    'countryCode',
    'consentDate',
    'decodeNumberChunk',
    'DialproofError',
    'emptySummary',
    'FailureReporter',
    'hasEnded',
    'isBulkNumberChecker',
    'isDialproofError',
    'isNonMobileNumber',
    'isPossibleNumber',
    'isTimeZone',
    'isVerificationStatus',
    'keyedTaskId',
    'keyedWebhookId',
    'KeptAnswers',
    'ManualClock',
    'MemoryAuthenticator',
    'MemorySpendingCounts',
    'MemorySuppressionList',
    'millisecondsOption',
    'namesWith',
    'neutralizedCell',
    'newTaskId',
    'newVerificationHoldId',
    'normalizePhone',
    'notSupported',
    'OutageDocument',
    'RateWindow',
    'readCheckAnswer',
    'readEmailAddress',
    'ReportedFailure',
    'statusOfAnswer',
    'StoreTime',
    'suppressionPlace',
    'TaskDocument',
    'taskHoldId',
    'taskId',
    'taskOfHold',
    'textWithinBytes',
    'UnlimitedLedger',
    'utcDayOf',
    'WaitingCalls',
    'warnProcess',
    'withoutNumbers',
  ],
  '@dialproof/core/model': ['retryAfterMs'],
  '@dialproof/dashboard': ['cameFromDashboard'],
  '@dialproof/fastify': ['decodableUrl'],
  '@dialproof/http': ['nodeAddress', 'openApiDocument'],
  '@dialproof/http/adapter': [
    'answerFetchRequest',
    'answerNodeRequest',
    'asDialproofError',
    'authenticatorOf',
    'bodyParserRefusal',
    'errorReply',
    'hasShortBody',
    'jsonReply',
    'networkOf',
    'NodeRequest',
    'oneAtATime',
    'refusalHeaders',
    'sendNodeReply',
    'takeOverReply',
    'wireTask',
    'withoutPort',
  ],
  '@dialproof/http/wire': [
    'componentBase',
    'componentName',
    'components',
    'componentSchemas',
    'describeOperation',
    'itemSegment',
    'openApiDocument',
    'requiredParameters',
  ],
  '@dialproof/nestjs': [
    'BearerGuard',
    'bearerGuardOf',
    'CurrentAccount',
    'getAuthenticatorToken',
    'getVerificationHealthToken',
    'getVerificationToken',
    'InjectVerification',
    'logErrors',
    'RequireScope',
    'taskProgress',
    'toHttpException',
    'VerificationExceptionFilter',
    'VerificationHealthIndicator',
    'VerificationModule',
    'VerificationService',
  ],
  '@dialproof/server': ['createLog', 'createMetrics', 'readSettings', 'StartRefusal'],
  '@dialproof/sql': ['answerHashKey'],
  '@dialproof/sql/postgres': ['isSchemaName', 'postgresMigrationScript', 'translatePostgresError'],
  '@dialproof/sql/operations': ['auditLedger'],
  '@dialproof/sql/operations/backup': ['checkSqliteDatabase', 'removeUnfinishedRestore'],
  '@dialproof/sql/sqlite': ['SoleProcessLock', 'translateSqliteError'],
  '@dialproof/testkit': [
    'accountRegistryContract',
    'accountSuspensionsContract',
    'accountTokensContract',
    'answerCacheContract',
    'authenticatorContract',
    'boundedTasksContract',
    'bulkNumberCheckerContract',
    'clockContract',
    'creditLedgerContract',
    'creditStatementContract',
    'ledgerUpkeepContract',
    'listStoreContract',
    'eventOutboxContract',
    'httpContract',
    'mountContract',
    'listenLocally',
    'numberCheckerContract',
    'observationStoreContract',
    'replayStoreContract',
    'singleAnswerStoreContract',
    'spendingCountsContract',
    'suppressionListContract',
    'startMemoryServer',
    'taskArchiveContract',
    'taskQueueContract',
    'taskStoreContract',
    'webhookStoreContract',
    'writeWorkbook',
  ],
  '@dialproof/testkit/memory': ['MemoryNumberChecker', 'MemoryObservationStore'],
  '@dialproof/testkit/upstreams': [
    'dialproofUpstream',
    'FakeUpstream',
    'findingOfNumber',
    'hlrLookupsUpstream',
    'infobipUpstream',
    'recordedUpstream',
    'selfSignedCertificate',
    'startFakeUpstream',
    'telegramGatewayUpstream',
    'twilioUpstream',
  ],
};

/** The entry points of every package, by their sources. */
const entries = readdirSync(LIBS).flatMap((lib) => {
  const { name, exports } = JSON.parse(readFileSync(join(LIBS, lib, 'package.json'), 'utf8'));
  return Object.keys(exports)
    .filter((path) => !path.endsWith('.json'))
    .map((path) => [`${name}${path.slice(1)}`, join(LIBS, lib, 'src', path, 'index.ts')] as const);
});

describe.each(entries)('%s', async (name, file) => {
  const exported: Readonly<Record<string, unknown>> = await import(file);
  const without = WITHOUT_OPTIONS[name] ?? [];
  const callable = Object.keys(exported).filter((key) => typeof exported[key] === 'function');
  const factories = callable.filter((key) => !without.includes(key));

  it('lists no export that is gone', () => {
    expect(without.filter((key) => !callable.includes(key))).toEqual([]);
  });

  it.each(factories)('%s refuses an unknown option', async (key) => {
    expect(await refusals(exported[key] as Callable)).toContainEqual(
      expect.stringMatching(/has no option \w*unknownOption|option unknownOption beside/),
    );
  });
});

type Callable = ((...given: unknown[]) => unknown) & (new (...given: unknown[]) => unknown);

/** What it says about an unknown option as its first, second or third argument. */
async function refusals(called: Callable): Promise<string[]> {
  const said: string[] = [];
  for (const before of [[], [undefined], [undefined, undefined]]) {
    const given = [...before, { unknownOption: 1 }];
    try {
      await (/^class\b/.test(String(called)) ? new called(...given) : called(...given));
    } catch (error) {
      if (error instanceof TypeError) said.push(error.message);
    }
  }
  return said;
}
