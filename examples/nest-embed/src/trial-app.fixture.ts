import type { AddressInfo } from 'node:net';
import { ConsoleLogger, type INestApplication } from '@nestjs/common';
import { onTestFinished } from 'vitest';
import { trialFolder } from '../../../tools/tests/fixtures/trial-folder.fixture.js';
import { type StartOptions, startApp } from './start-app.js';

/** Keeps the warnings of the application, and prints nothing. */
class KeptLog extends ConsoleLogger {
  readonly lines: unknown[] = [];

  protected override printMessages(messages: unknown[]): void {
    this.lines.push(...messages);
  }
}

export interface TrialApp {
  readonly app: INestApplication;
  readonly origin: string;
  readonly dataDirectory: string;
  /** The warnings and errors that the application has logged. */
  readonly logged: readonly unknown[];
  close(): Promise<void>;
}

/** The application on a free port, closed when the test ends, on a folder of its own unless one is given. */
export async function trialApp(options: Partial<StartOptions> = {}): Promise<TrialApp> {
  const dataDirectory = options.dataDirectory ?? (await trialFolder());
  const logger = new KeptLog('', { logLevels: ['warn', 'error', 'fatal'] });
  const app = await startApp({ host: '127.0.0.1', port: 0, logger, ...options, dataDirectory });
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= app.close();
    return closing;
  };
  onTestFinished(close);
  // It listens on TCP.
  const { port } = app.getHttpServer().address() as AddressInfo;
  return { app, origin: `http://127.0.0.1:${port}`, dataDirectory, logged: logger.lines, close };
}
