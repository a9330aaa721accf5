import { runProgram } from '../program/run-program.js';
import { databasePlace } from '../settings/database-url.js';
import { startWorker } from './start-worker.js';

const HELP = `Works on the files of the example server and delivers its webhooks, beside it: npm run worker

It takes the settings of the server, from the same variables: npm start -- --help lists them. It needs DATABASE_URL and no data folder.
DIALPROOF_WORKERS says how many pieces of files it works on at once. It answers /healthz, /readyz and, with DIALPROOF_METRICS=on, /metrics on
DIALPROOF_WORKER_HOST and DIALPROOF_WORKER_PORT.`;

runProgram({
  command: 'npm run worker',
  help: () => HELP,
  async start(settings, { log }) {
    const worker = await startWorker(settings, { log });
    const { databaseSchema, databaseUrl, workerHost } = settings;
    return {
      welcome: [
        `A Dialproof worker is running, process ${process.pid}.`,
        '',
        `  Health        http://${workerHost}:${worker.port}/readyz`,
        ...(databaseUrl === null
          ? []
          : [`  Database      PostgreSQL at ${databasePlace(databaseUrl)}, schema ${databaseSchema}`]),
        '',
        'Ctrl+C stops the worker.',
      ].join('\n'),
      close: () => worker.close(),
    };
  },
});
