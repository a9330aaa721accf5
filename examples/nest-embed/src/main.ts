import { resolve } from 'node:path';
import { startApp } from './start-app.js';
import { welcome } from './welcome.js';

/** This machine alone: a proxy that ends TLS stands between it and everybody else. */
const HOST = '127.0.0.1';

async function bootstrap(): Promise<void> {
  const port = readPort(process.env['PORT'] || '3002');
  const dataDirectory = resolve(process.env['DATA_DIRECTORY'] || 'data/nest-embed');
  const app = await startApp({ host: HOST, port, dataDirectory, logger: ['warn', 'error', 'fatal'] });
  // After SIGTERM or SIGINT, running requests are answered, running tasks are handed back and the databases are closed.
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  console.log(welcome({ origin: await app.getUrl(), dataDirectory }));
}

function readPort(text: string): number {
  const port = Number(text);
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`PORT has to be a number from 0 to 65535, not "${text}"`);
  }
  return port;
}

bootstrap().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
