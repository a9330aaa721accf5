import { assertOptionNames, type NumberChecker, type VerificationService } from '@dialproof/core';
import { removeUnfinishedRestore } from '@dialproof/sql/operations/backup';
import { SoleProcessLock } from '@dialproof/sql/sqlite';
import type { Webhooks } from '@dialproof/webhooks';
import { type FirstAccount, firstAccountToShow } from './accounts/first-account.js';
import { createApp } from './app/app.js';
import { sharedProbe } from './app/health.js';
import { closeHttpServer, createHttpServer, listen } from './app/http-server.js';
import { Lifecycle } from './app/lifecycle.js';
import { SignInCode } from './app/sign-in-code.js';
import type { BoundedEntries } from './audit/caller-entries.js';
import { type AuditOutput, openServerAudit } from './audit/open-audit-log.js';
import {
  checkingOf,
  createService,
  logCosts,
  openWebhooks,
  type WebhookConnections,
} from './configured-service.js';
import { openReceivers, type Receivers } from './evidence/receivers.js';
import type { Log } from './log.js';
import { createMetrics, type Metrics, measureParts } from './metrics.js';
import { corsOf } from './settings/http-settings.js';
import type { Settings } from './settings/settings.js';
import {
  type DatabaseOptions,
  databaseRefusal,
  openDataDirectory,
  openStorage,
  openToOthers,
  type Storage,
} from './storage/storage.js';

/** The share of the stop time for clients. */
const CLIENTS_SHARE = 0.8;
const STOP_IDLE_MS = 2_000;

export interface StartOptions extends DatabaseOptions {
  readonly log: Log;
  /** Gets the audit log if the settings name stderr. Default: the stderr of this process. */
  readonly stderr?: AuditOutput['stderr'];
  /** Default: the checker of the settings. */
  readonly checker?: NumberChecker;
  /** Default: the usual connections. */
  readonly webhookConnections?: WebhookConnections;
}

export interface RunningServer {
  /** The port that it listens on, even if the settings left the choice. */
  readonly port: number;
  /** The first account, at the first start over this database, and at later ones until its token was shown. */
  readonly firstAccount: FirstAccount | undefined;
  /** A code that signs in to the page as the first account, once. Undefined without a first account. */
  readonly signInCode: string | undefined;
  /** The names of its checkers; none if the options have a checker. */
  readonly checkers: readonly string[];
  /** The paths of the receivers that are configured. */
  readonly receiverPaths: readonly string[];
  /** Refuses new work, finishes running requests, hands tasks back and closes the database. Safe twice. */
  close(): Promise<void>;
}

/**
 * Starts a server: opens the data folder and the database, listens, and takes up unfinished tasks. Rejects with StartRefusal when
 * the folder, the port or the folder's lock cannot be had; nothing is left open then.
 */
export async function startServer(settings: Settings, options: StartOptions): Promise<RunningServer> {
  assertOptionNames('startServer', options, {
    checker: true,
    log: true,
    pool: true,
    stderr: true,
    webhookConnections: true,
  });
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    const folder = openDataDirectory(settings.dataDirectory);
    warnOfOpenFolder(settings.dataDirectory, options.log);
    // If the database is elsewhere, the folder holds only the log and the uploads, which processes may share.
    if (settings.databaseUrl === null) {
      const lock = SoleProcessLock.acquire(folder.lockFile);
      closers.push(() => lock.release());
      // Under the lock, so that no running restore is affected.
      if (await removeUnfinishedRestore(folder.databaseFile))
        options.log.warn({ file: folder.databaseFile }, 'a restore was killed: its copy was removed');
    }
    const audit = openServerAudit(settings, options);
    closers.push(() => audit.close());
    const storage = await openStorage(folder.databaseFile, settings, options);
    closers.push(() => storage.database.close());
    const checking = await checkingOf(settings, options, storage);
    closers.push(() => logCosts(options.log, checking));
    const receivers = await openReceivers(settings, checking.names, storage, options.log);
    const webhooks = openWebhooks(settings, storage, options);
    const metrics = settings.metrics === 'on' ? createMetrics() : undefined;
    const service = await createService(
      settings,
      { log: options.log, metrics },
      checking,
      storage,
      webhooks,
      folder.uploads,
    );
    if (metrics !== undefined) measureParts(metrics, { ...checking, service });
    // The operator may have removed the cause of the outage, such as a spending limit. If not, the next failed check reports it again.
    await storage.store.endOutage();
    await service.start();
    closers.push(() => service.close());
    const lifecycle = new Lifecycle(stopIdleMs(settings));
    const signInCode = new SignInCode();
    const port = await serve(
      settings,
      options.log,
      {
        audit: audit.callers,
        checkers: checking.names,
        service,
        storage,
        lifecycle,
        receivers,
        webhooks,
        metrics,
        signInCode,
      },
      closers,
    );
    audit.started(port);
    // Made only now: if the port were taken, a token would be lost.
    const firstAccount = await firstAccountToShow(storage, {
      credits: settings.firstAccountCredits,
      unshownFile: folder.unshownTokenFile,
      lockFile: folder.firstAccountLockFile,
      record: (entry) => audit.record(entry),
    });
    closers.push(() => firstAccount?.release());
    lifecycle.becomeReady();
    let closing: Promise<void> | undefined;
    return {
      port,
      firstAccount,
      signInCode: firstAccount && signInCode.offer(firstAccount.token),
      checkers: checking.names,
      receiverPaths: [...receivers.keys()],
      close() {
        closing ??= closeAll();
        return closing;
      },
    };
  } catch (error) {
    await closeAll();
    throw databaseRefusal(error, settings);
  }
}

/** Warns if others may write the folder: they could replace its files, which are for this user alone. */
function warnOfOpenFolder(folder: string, log: Log): void {
  const permissions = openToOthers(folder);
  if (permissions === undefined) return;
  log.warn({ folder, permissions }, 'other users can open the data folder: protect it with chmod 700');
}

/** The time for which a transfer may stand still once the server stops. */
function stopIdleMs({ idleTimeoutMs, shutdownTimeoutMs }: Settings): number {
  return Math.min(idleTimeoutMs, STOP_IDLE_MS, shutdownTimeoutMs / 4);
}

interface Serving {
  readonly audit: Pick<BoundedEntries, 'record'>;
  /** The names of the checkers. */
  readonly checkers: readonly string[];
  readonly service: VerificationService;
  readonly storage: Storage;
  readonly lifecycle: Lifecycle;
  readonly receivers: Receivers;
  readonly webhooks: Webhooks;
  readonly metrics: Metrics | undefined;
  readonly signInCode: SignInCode;
}

/** Listens, and adds how to stop: new work is refused from the first moment, the socket closed when nothing is under way. */
async function serve(
  settings: Settings,
  log: Log,
  { audit, checkers, service, storage, lifecycle, receivers, webhooks, metrics, signInCode }: Serving,
  closers: (() => Promise<void> | void)[],
): Promise<number> {
  const { authenticator, accounts, accountTokens, database } = storage;
  const askStore = sharedProbe(() => database.probe());
  const app = createApp({
    service,
    authenticator,
    accountTokens,
    accounts,
    audit,
    checkers,
    lifecycle,
    log,
    askStore,
    receivers,
    webhooks,
    metrics,
    signInCode,
    rates: settings.rates,
    downloads: {
      maxDownloads: settings.maxDownloads,
      maxDownloadsPerAccount: settings.maxAccountDownloads,
      stallTimeoutMs: settings.idleTimeoutMs,
    },
    fileLimits: { maxRows: settings.maxRows, maxFileBytes: settings.maxUploadBytes },
    newAccountCredits: settings.newAccountCredits,
    proxies: settings.proxies,
    cors: corsOf(settings.corsOrigins),
  });
  const server = createHttpServer(app.listener, settings);
  const port = await listen(server, settings.port, settings.host);
  closers.push(async () => {
    const began = performance.now();
    lifecycle.beginToStop();
    app.endStreams();
    await service.close();
    // Clients that still send or read byte by byte are cut off in time: nothing is lost by that.
    const patienceMs = settings.shutdownTimeoutMs * CLIENTS_SHARE - (performance.now() - began);
    await lifecycle.quiet(Math.max(0, patienceMs));
    await closeHttpServer(server);
  });
  return port;
}
