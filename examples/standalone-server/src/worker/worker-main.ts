import { runProgram } from '../program/run-program.js';
import { databaseLines } from '../welcome.js';
import { startWorker } from './start-worker.js';

const HELP = `Works on the files of the example server and delivers its webhooks, beside it: npm run worker

It takes the settings of the server, from the same variables: npm start -- --help lists them. It needs DATABASE_URL and no data folder; with
REDIS_URL, that of the server, Redis wakes it.
DIALPROOF_WORKERS says how many pieces of files it works on at once. It answers /healthz, /readyz and, with DIALPROOF_METRICS=on, /metrics on
DIALPROOF_WORKER_HOST and DIALPROOF_WORKER_PORT.`;

runProgram({
  command: 'npm run worker',
  help: () => HELP,
  async start(settings, { log }) {
    const worker = await startWorker(settings, { log });
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
});
