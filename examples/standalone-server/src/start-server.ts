import { type ConfiguredChecker, triedChecker } from '@dialproof/checkers/settings';
import {
  createVerificationService,
  InProcessTaskQueue,
  isDialproofError,
  type NumberChecker,
  type ReportedFailure,
  type VerificationService,
  type WorkSource,
} from '@dialproof/core';
import type { CorsOptions } from '@dialproof/http';
import { SoleProcessLock, SqlAnswerCache, SqlSpendingCounts } from '@dialproof/sql';
import { type Webhooks as CustomerWebhooks, createWebhooks, type WebhooksOptions } from '@dialproof/webhooks';
import { createApp } from './app.js';
import { type DataDirectory, openDataDirectory, openToOthers } from './data-directory.js';
import { openWebhooks, type Webhooks } from './evidence/webhooks.js';
import { type FirstAccount, makeFirstAccount } from './first-account.js';
import { closeHttpServer, createHttpServer, listen } from './http-server.js';
import { Lifecycle } from './lifecycle.js';
import type { Log } from './logging.js';
import { createMetrics, type Metrics, measureParts } from './metrics.js';
import type { Settings } from './settings.js';
import { sharedProbe } from './shared-probe.js';
import { StartRefusal } from './start-refusal.js';
import { openStorage, type Storage } from './storage.js';

const DAY_MS = 86_400_000;
/** The part of the time for a stop that clients may take. */
const CLIENTS_SHARE = 0.8;
const STOP_IDLE_MS = 2_000;

export interface StartOptions {
  readonly log: Log;
  /** Default: as the settings say. */
  readonly checker?: NumberChecker;
  /** How receivers of webhooks are found and trusted. Default: as everywhere. */
  readonly webhookConnections?: Pick<WebhooksOptions, 'resolve' | 'trustedCertificates'>;
}

type Checking = Pick<ConfiguredChecker, 'checker' | 'checkConcurrency' | 'maxCallsPerSecond' | 'names'> &
  Partial<Pick<ConfiguredChecker, 'costReports'>>;

export interface RunningServer {
  /** The port that it listens on, also where the settings left the choice. */
  readonly port: number;
  /** The first account, at the first start on this data folder. */
  readonly firstAccount: FirstAccount | undefined;
  /** The paths of the webhooks that are configured. */
  readonly webhookPaths: readonly string[];
  /** Refuses new work, finishes what runs, hands tasks back and closes the database. Safe twice. */
  close(): Promise<void>;
}

/**
 * Starts a server: opens the data folder and its database, listens, and takes up unfinished tasks. Rejects with StartRefusal when
 * the folder, the port or the folder's lock cannot be had; nothing is left open then.
 */
export async function startServer(settings: Settings, options: StartOptions): Promise<RunningServer> {
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const folder = openDataDirectory(settings.dataDirectory);
    warnOfOpenFolder(settings.dataDirectory, options.log);
    const lock = SoleProcessLock.acquire(folder.lockFile);
    closers.push(() => lock.release());
    const storage = await openStorage(folder.databaseFile, settings);
    closers.push(() => storage.database.close());
    const checking = await checkingOf(settings, options, storage);
    closers.push(() => logCosts(options.log, checking));
    const webhooks = await openWebhooks(settings, storage, options.log);
    const customerWebhooks = openCustomerWebhooks(settings, storage, options);
    const metrics = settings.metrics === 'on' ? createMetrics() : undefined;
    const service = createService(
      settings,
      { log: options.log, metrics },
      checking,
      storage,
      folder,
      customerWebhooks,
    );
    if (metrics !== undefined) measureParts(metrics, { ...checking, service });
    // Before anyone can ask for anything: the leases and open holds that it ends are an earlier process's only until then.
    await service.start({ soleProcess: true });
    closers.push(() => service.close());
    const lifecycle = new Lifecycle(stopIdleMs(settings));
    const port = await serve(
      settings,
      options.log,
      { checkers: checking.names, service, storage, lifecycle, webhooks, customerWebhooks, metrics },
      closers,
    );
    // Only now, so that a token is not made and then lost because the port was taken.
    const firstAccount = await makeFirstAccount(storage.accounts, settings.firstAccountCredits);
    lifecycle.becomeReady();
    let closing: Promise<void> | undefined;
    return {
      port,
      firstAccount,
      webhookPaths: [...webhooks.keys()],
      close() {
        closing ??= closeAll();
        return closing;
      },
    };
  } catch (error) {
    await closeAll();
    if (!isDialproofError(error, 'storage_unavailable')) throw error;
    throw new StartRefusal(`The data folder ${settings.dataDirectory} cannot be used: ${error.hint}.`);
  }
}

/** Its files are for this user alone; who may write the folder can put others in their place. */
function warnOfOpenFolder(folder: string, log: Log): void {
  const permissions = openToOthers(folder);
  if (permissions === undefined) return;
  log.warn(
    { folder, permissions },
    'the data folder is open to other users: take that from them with chmod 700',
  );
}

/** For how long a transfer may stand still once the server stops. */
function stopIdleMs({ idleTimeoutMs, shutdownTimeoutMs }: Settings): number {
  return Math.min(idleTimeoutMs, STOP_IDLE_MS, shutdownTimeoutMs / 4);
}

/** The checker that is given, else the one of the settings, tried out. Rejects with StartRefusal where they make none. */
async function checkingOf(
  settings: Settings,
  { checker, log }: StartOptions,
  { database, observations }: Storage,
): Promise<Checking> {
  const any = Number.POSITIVE_INFINITY;
  if (checker !== undefined) return { checker, names: [], checkConcurrency: any, maxCallsPerSecond: any };
  return await triedChecker({
    names: settings.checker,
    settings: settings.checkerSettings,
    checkDeadlineMs: settings.checkDeadlineMs,
    sandbox: { delayMs: settings.sandboxDelayMs },
    observations,
    answerCache: (name) => new SqlAnswerCache({ database, name }),
    spendingCounts: new SqlSpendingCounts({ database, name: 'checkers' }),
    onFailedEntry: (problem) =>
      log.warn({ checker: 'http', problem }, 'numbers of an answer are failed checks'),
    onLinkFailure: ({ error, name }) => log.warn({ checker: name, error }, 'a link of the chain failed'),
    refusal: (sentences) => new StartRefusal(sentences),
  });
}

function logCosts(log: Log, { costReports }: Checking): void {
  for (const { name, report } of costReports?.() ?? []) {
    log.info({ checker: name, ...report }, 'what the upstream was asked, and what it costs');
  }
}

function createService(
  settings: Settings,
  { log, metrics }: { readonly log: Log; readonly metrics: Metrics | undefined },
  { checkConcurrency, checker, maxCallsPerSecond }: Checking,
  { store, ledger, replays }: Storage,
  { uploads }: DataDirectory,
  customerWebhooks: WorkSource,
): VerificationService {
  return createVerificationService({
    store,
    archive: store,
    ledger,
    statement: ledger,
    replays,
    workSources: [customerWebhooks],
    taskRetentionMs: settings.taskRetentionDays === 0 ? null : settings.taskRetentionDays * DAY_MS,
    checker,
    queue: new InProcessTaskQueue(),
    maxRows: settings.maxRows,
    tableLimits: { maxFileBytes: settings.maxUploadBytes },
    neutralizeFormulas: settings.neutralizeFormulas === 'on',
    checkConcurrency: Math.min(settings.checkConcurrency, checkConcurrency),
    maxCallsPerSecond,
    checkDeadlineMs: settings.checkDeadlineMs,
    checkAttempts: settings.checkAttempts,
    outageTimeoutMs: settings.outageTimeoutMs,
    tempDirectory: uploads,
    onError: (failure) => logFailure(log, failure),
    observer: metrics?.observer ?? null,
  });
}

/** The webhooks of customers. Throws StartRefusal for networks that are none. */
function openCustomerWebhooks(
  { creditsLow, webhookNetworks }: Settings,
  { ledger, outbox, webhooks }: Storage,
  { log, webhookConnections }: StartOptions,
): CustomerWebhooks {
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
    throw new StartRefusal(`DIALPROOF_WEBHOOK_NETWORKS is not as it should be: ${error.message}.`);
  }
}

/** Logs a failure that no caller sees. The cause stands alone: the failure itself only adds its kind and how often it has occurred. */
function logFailure(log: Log, { kind, count, cause }: ReportedFailure): void {
  if (kind === 'outage_ended') log.info({ kind, count, error: cause }, 'numbers can be checked again');
  else log.error({ kind, count, error: cause }, 'something failed in the background');
}

interface Serving {
  /** The names of the checkers. */
  readonly checkers: readonly string[];
  readonly service: VerificationService;
  readonly storage: Storage;
  readonly lifecycle: Lifecycle;
  readonly webhooks: Webhooks;
  readonly customerWebhooks: CustomerWebhooks;
  readonly metrics: Metrics | undefined;
}

/** Listens, and adds how to stop: new work is refused from the first moment, the socket closed when nothing is under way. */
async function serve(
  settings: Settings,
  log: Log,
  { checkers, service, storage, lifecycle, webhooks, customerWebhooks, metrics }: Serving,
  closers: (() => Promise<void> | void)[],
): Promise<number> {
  const { authenticator, accounts, database } = storage;
  const askStore = sharedProbe(() => database.probe());
  const app = createApp({
    service,
    authenticator,
    accounts,
    checkers,
    lifecycle,
    log,
    askStore,
    webhooks,
    customerWebhooks,
    metrics,
    rates: settings.rates,
    proxies: settings.proxies,
    cors: corsOf(settings),
  });
  const server = createHttpServer(app.listener, settings);
  const port = await listen(server, settings.port, settings.host);
  closers.push(async () => {
    const began = performance.now();
    lifecycle.beginToStop();
    app.endStreams();
    await service.close();
    // Those who still send or take something, byte by byte, are cut off in time: nothing is lost by that.
    const patienceMs = settings.shutdownTimeoutMs * CLIENTS_SHARE - (performance.now() - began);
    await lifecycle.quiet(Math.max(0, patienceMs));
    await closeHttpServer(server);
  });
  return port;
}

/** Throws StartRefusal for origins that are none. */
function corsOf({ corsOrigins }: Settings): CorsOptions | null {
  if (corsOrigins === 'none') return null;
  const origins = corsOrigins.split(',').map((origin) => origin.trim());
  const bad = origins.find((origin) => origin !== '*' && !isOrigin(origin));
  if (bad === undefined) return { origins, exposedHeaders: ['x-request-id'] };
  throw new StartRefusal(
    `DIALPROOF_CORS_ORIGINS has "${bad}", expected an origin without a path: https://app.example.com.`,
  );
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
