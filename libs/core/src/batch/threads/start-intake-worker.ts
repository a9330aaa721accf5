import { Worker } from 'node:worker_threads';

/** Starts a thread with the program beside this file. Throws when there can be none. */
export function startIntakeWorker(): Worker {
  return new Worker(new URL('./intake-worker.js', import.meta.url), {
    name: 'dialproof-intake',
    // Of the host's, some make a thread fail (`--input-type`), and others load what is meant for the host alone, such as tracing.
    execArgv: [],
  });
}
