import {
  CheckerSettingsError,
  type ConfiguredChecker,
  configuredChecker,
} from '@dialproof/checkers/settings';
import {
  createVerificationService,
  InProcessTaskQueue,
  type NumberChecker,
  type ReportedFailure,
  type TaskQueue,
  type VerificationService,
  type WorkSource,
} from '@dialproof/core';
import { answerHashKey, SqlAnswerCache, SqlSingleAnswerStore, SqlSpendingCounts } from '@dialproof/sql';
import { createWebhooks, type Webhooks, type WebhooksOptions } from '@dialproof/webhooks';
import type { Log } from './log.js';
import type { Metrics } from './metrics.js';
import { StartRefusal } from './settings/setting-variable.js';
import type { Settings } from './settings/settings.js';
import type { Storage } from './storage/storage.js';

/** The checker with its bounds. */
type Checking = Pick<ConfiguredChecker, 'checker' | 'checkConcurrency' | 'maxCallsPerSecond' | 'names'> &
  Partial<Pick<ConfiguredChecker, 'costReports'>>;

/** The given checker, or that of the settings after a test. Rejects with StartRefusal if the settings are wrong. */
export async function checkingOf(
  settings: Settings,
  { checker, log }: { readonly checker?: NumberChecker; readonly log: Log },
  { database, observations, postgres }: Storage,
): Promise<Checking> {
  const any = Number.POSITIVE_INFINITY;
  if (checker !== undefined) return { checker, names: [], checkConcurrency: any, maxCallsPerSecond: any };
  try {
    const checkers = settings.checkers();
    // Nobody would notice a wrong guess but the upstream.
    if (postgres !== null && checkers.callsPerSecond !== undefined && settings.processes === 0) {
      throw new StartRefusal(
        'callsPerSecond over PostgreSQL needs DIALPROOF_PROCESSES, the number of servers and workers: each makes its part of the calls.',
      );
    }
    const checking = configuredChecker({
      checkers,
      checkDeadlineMs: settings.checkDeadlineMs,
      sandbox: { delayMs: settings.sandboxDelayMs },
      observations,
      answerCache: (name) => new SqlAnswerCache({ database, name }),
      spendingCounts: new SqlSpendingCounts({ database, name: 'checkers' }),
      processes: postgres === null ? 1 : Math.max(1, settings.processes),
      onFailedEntry: (problem) =>
        log.warn({ checker: 'http', problem }, 'numbers of an answer are failed checks'),
      onLinkFailure: ({ error, name }) => log.warn({ checker: name, error }, 'a link of the chain failed'),
    });
    await checking.tryOut();
    return checking;
  } catch (error) {
    throw error instanceof CheckerSettingsError ? new StartRefusal(error.message) : error;
  }
}

export function logCosts(log: Log, { costReports }: Checking): void {
  for (const { name, report } of costReports?.() ?? []) {
    log.info({ checker: name, ...report }, 'calls to the upstream, and their cost');
  }
}

const DAY_MS = 86_400_000;

/** The options for resolving and trusting receivers of webhooks. */
export type WebhookConnections = Pick<WebhooksOptions, 'resolve' | 'trustedCertificates'>;

export async function createService(
  settings: Settings,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics | undefined },
  { checkConcurrency, checker, maxCallsPerSecond, names }: Checking,
  storage: Storage,
  webhooks: WorkSource,
  /** The folder of workbooks while they are read. A worker reads none. */
  tempDirectory?: string,
): Promise<VerificationService> {
  const { database, ledger, lists, replays, store, suppressions } = storage;
  const onError = (failure: ReportedFailure): void => logFailure(log, failure);
  return createVerificationService({
    store,
    archive: store,
    lists,
    suppressions,
    singleAnswers: await openSingleAnswers(settings, storage),
    boundedTasks: store,
    suspensions: store,
    maxUnfinishedTasksPerAccount: settings.maxUnfinishedTasks,
    maxStoredBytesPerAccount: settings.maxStoredBytes,
    maxDailyTasksPerAccount: settings.maxDailyTasks,
    ledger,
    statement: ledger,
    // A name that no spending limit of the checkers has.
    creditCounts: (countedAs) => new SqlSpendingCounts({ database, name: `token ${countedAs}` }),
    upkeep: ledger,
    replays,
    // All configured checkers but the sandbox name their source. So an answer without a source was made up, unless a checker that is passed
    // in code gave it.
    freshAnswersNeedSource: names.some((name) => name !== 'sandbox'),
    workSources: [webhooks],
    taskRetentionMs: settings.taskRetentionDays === 0 ? null : settings.taskRetentionDays * DAY_MS,
    holdRetentionMs: settings.holdRetentionDays * DAY_MS,
    chargeDetailMs: settings.chargeDetailDays === 0 ? null : settings.chargeDetailDays * DAY_MS,
    checker,
    queue: await createQueue(settings, storage, onError),
    maxRows: settings.maxRows,
    tableLimits: { maxFileBytes: settings.maxUploadBytes },
    neutralizeFormulas: settings.neutralizeFormulas === 'on',
    checkConcurrency: Math.min(settings.checkConcurrency, checkConcurrency),
    maxCallsPerSecond,
    checkDeadlineMs: settings.checkDeadlineMs,
    checkDeadlinePerNumberMs: settings.checkDeadlinePerNumberMs,
    checkAttempts: settings.checkAttempts,
    outageTimeoutMs: settings.outageTimeoutMs,
    leaseMs: settings.leaseMs,
    ...(tempDirectory === undefined ? {} : { tempDirectory }),
    onError,
    observer: metrics?.observer ?? null,
  });
}

/** Account commands erase whole accounts, which needs no key. */
async function openSingleAnswers(
  { answersKey }: Settings,
  { database }: Storage,
): Promise<SqlSingleAnswerStore> {
  const hashKey = answersKey ?? (await answerHashKey(database));
  const singleAnswers = new SqlSingleAnswerStore({ database, hashKey });
  // Now, although its first use would do it: there may be none for long.
  await singleAnswers.hashNumbers();
  return singleAnswers;
}

/** The longest time until a process finds the work of other processes in PostgreSQL. Each poll is one claim. */
const MAX_IDLE_MS = 500;

/**
 * Makes the queue of a process, over Redis if the settings name it. Redis does not have to be reachable yet. Null for a process that neither
 * works on files nor has a way to wake others: workers find its files in PostgreSQL.
 */
async function createQueue(
  {
    redisPrefix: prefix,
    redisUrl,
    workers: concurrency,
  }: Pick<Settings, 'redisPrefix' | 'redisUrl' | 'workers'>,
  { postgres }: Pick<Storage, 'postgres'>,
  onError: (failure: ReportedFailure) => void,
): Promise<TaskQueue | null> {
  if (redisUrl !== null) {
    // Loaded only here, since loading takes longer than the rest of a start.
    const { BullMqTaskQueue } = await import('@dialproof/bullmq');
    return new BullMqTaskQueue({ connection: redisUrl, prefix, concurrency, onError });
  }
  if (postgres === null) return new InProcessTaskQueue({ concurrency });
  return concurrency === 0 ? null : new InProcessTaskQueue({ concurrency, maxIdleMs: MAX_IDLE_MS });
}

/** The webhooks of customers. Throws StartRefusal for invalid networks. */
export function openWebhooks(
  { creditsLow, webhookNetworks }: Settings,
  { ledger, outbox, webhooks }: Storage,
  { log, webhookConnections }: { readonly log: Log; readonly webhookConnections?: WebhookConnections },
): Webhooks {
  const networks = webhookNetworks.split(',').map((network) => network.trim());
  try {
    return createWebhooks({
      store: webhooks,
      outbox,
      ...(creditsLow === 0 ? {} : { creditsLow: { ledger, below: creditsLow } }),
      allowNetworks: networks.filter((network) => network !== 'none'),
      ...webhookConnections,
      onError: (failure) => logFailure(log, failure),
    });
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new StartRefusal(`DIALPROOF_WEBHOOK_NETWORKS is wrong: ${error.message}.`);
  }
}

/** Logs a failure that no caller sees. Logs the cause as the error: the failure itself only adds its kind and its count. */
function logFailure(log: Log, { kind, count, cause }: ReportedFailure): void {
  if (kind === 'outage_ended') log.info({ kind, count, error: cause }, 'numbers can be checked again');
  else log.error({ kind, count, error: cause }, 'something failed in the background');
}
