import { startWorker } from '../start-worker.js';
import type { CommandLine, Program } from './run-program.js';
import { databaseLines } from './welcome.js';

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
