import { resolve } from 'node:path';
import { startApp } from './start-app.js';
import { welcome } from './welcome.js';

/** This machine alone: a proxy that ends TLS stands between it and everybody else. */
const HOST = '127.0.0.1';

/** The time of a stop before it is forced; nothing is lost by that. */
const STOP_TIMEOUT_MS = 10_000;

async function main(): Promise<void> {
  const port = readPort(process.env['PORT'] || '3001');
  const dataDirectory = resolve(process.env['DATA_DIRECTORY'] || 'data/express-embed');
  // Node prints an error with its cause and its own fields: of a ReportedFailure, its kind and count.
  const log = (error: unknown) => console.error(error);
  const app = await startApp({ host: HOST, port, dataDirectory, log });
  stopOnSignals(() => app.close());
  console.log(welcome({ origin: `http://${HOST}:${app.port}`, dataDirectory }));
}

function readPort(text: string): number {
  const port = Number(text);
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT has to be a number from 0 to 65535, not "${text}"`);
  }
  return port;
}

/** Stops in order at the first SIGTERM or SIGINT; further ones, like those that npm passes on, change nothing. */
function stopOnSignals(close: () => Promise<void>): void {
  const stop = () => {
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    close().catch(fail);
  };
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.on(signal, () => {
      if (!isStopping) stop();
      isStopping = true;
    });
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

main().catch(fail);
