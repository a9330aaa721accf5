import { assertOptionNames } from '@dialproof/core';
import { answerHealth, sharedProbe } from './app/health.js';
import {
  closeHttpServer,
  createHttpServer,
  listen,
  sendJson,
  setSecurityHeaders,
} from './app/http-server.js';
import { Lifecycle } from './app/lifecycle.js';
import type { CommandLine, Program } from './command-line/run-program.js';
import { databaseLines } from './command-line/welcome.js';
import { checkingOf, createService, logCosts, openWebhooks } from './configured-service.js';
import { answerMetrics, createMetrics, measureParts } from './metrics.js';
import { StartRefusal } from './settings/setting-variable.js';
import type { Settings } from './settings/settings.js';
import type { StartOptions } from './start-server.js';
import { databaseRefusal, openStorage } from './storage/storage.js';

export interface RunningWorker {
  /** The port of its health and metrics. */
  readonly port: number;
  /** Finishes the checks under way, hands its work back and closes the database. Safe twice. */
  close(): Promise<void>;
}

/**
 * Starts a process that works on files and delivers webhooks, and serves no API. It needs no data folder. Rejects with StartRefusal
 * without a PostgreSQL database, and when that or the port cannot be had; nothing is left open then.
 */
export async function startWorker(
  settings: Settings,
  options: Pick<StartOptions, 'checker' | 'log' | 'webhookConnections'>,
): Promise<RunningWorker> {
  assertOptionNames('startWorker', options, { checker: true, log: true, webhookConnections: true });
  assertHasWork(settings);
  const { log } = options;
  const closers: (() => Promise<void> | void)[] = [];
  const closeAll = async () => {
    for (const close of closers.splice(0).reverse()) await close();
  };
  try {
    // The file of the data folder is never opened: the settings name PostgreSQL.
    const storage = await openStorage('', settings);
    closers.push(() => storage.database.close());
    const checking = await checkingOf(settings, options, storage);
    closers.push(() => logCosts(log, checking));
    const webhooks = openWebhooks(settings, storage, options);
    const metrics = settings.metrics === 'on' ? createMetrics() : undefined;
    const service = await createService(settings, { log, metrics }, checking, storage, webhooks);
    if (metrics !== undefined) measureParts(metrics, { ...checking, service });
    const lifecycle = new Lifecycle();
    const health = { lifecycle, service, askStore: sharedProbe(() => storage.database.probe()) };
    const server = createHttpServer((request, response) => {
      setSecurityHeaders(response);
      if (answerHealth(health, request, response)) return;
      if (answerMetrics({ log, metrics }, request, response)) return;
      sendJson(response, 404, { detail: 'not_found' });
      request.resume();
    }, settings);
    const port = await listen(server, settings.workerPort, settings.workerHost, {
      host: 'DIALPROOF_WORKER_HOST',
      port: 'DIALPROOF_WORKER_PORT',
    });
    closers.push(() => closeHttpServer(server));
    await service.start();
    closers.push(async () => {
      lifecycle.beginToStop();
      await service.close();
    });
    lifecycle.becomeReady();
    let closing: Promise<void> | undefined;
    return {
      port,
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

function assertHasWork({ databaseUrl, workers }: Settings): void {
  if (databaseUrl === null) {
    throw new StartRefusal(
      'A worker needs DATABASE_URL, the PostgreSQL database of the server: on the embedded file, the server does the work itself.',
    );
  }
  if (workers === 0) {
    throw new StartRefusal('DIALPROOF_WORKERS is 0, but a worker needs at least 1.');
  }
}

export const workerProgram: Program = {
  name: 'worker',
  help: workerHelp,
  async start(settings, { checker, log }) {
    const worker = await startWorker(settings, { log, ...(checker === undefined ? {} : { checker }) });
    return {
      welcome: [
        `A Dialproof worker is running, process ${process.pid}.`,
        '',
        `  Health http://${settings.workerHost}:${worker.port}/readyz`,
        ...databaseLines(settings),
        '',
        'Ctrl+C stops the worker.',
      ].join('\n'),
      close: () => worker.close(),
    };
  },
};

function workerHelp(commandLine: CommandLine): string {
  return `Works on the files of the server and delivers its webhooks, beside it: ${commandLine('worker')}

It takes the settings of the server, from the same variables: ${commandLine('start', '--help')} lists them. It needs DATABASE_URL and no data folder; with
REDIS_URL, that of the server, Redis wakes it.
DIALPROOF_WORKERS says how many pieces of files it works on at once. It answers /healthz, /readyz and, with DIALPROOF_METRICS=on, /metrics on
DIALPROOF_WORKER_HOST and DIALPROOF_WORKER_PORT.`;
}
