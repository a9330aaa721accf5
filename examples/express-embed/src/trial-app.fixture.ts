import { onTestFinished } from 'vitest';
import { trialFolder } from '../../../tools/tests/fixtures/trial-folder.fixture.js';
import { type StartOptions, startApp } from './start-app.js';

export interface TrialApp {
  readonly origin: string;
  readonly dataDirectory: string;
  /** The log of the application. */
  readonly logged: readonly unknown[];
  close(): Promise<void>;
}

/** The application on a free port, closed when the test ends, on a folder of its own unless one is given. */
export async function trialApp(options: Partial<StartOptions> = {}): Promise<TrialApp> {
  const dataDirectory = options.dataDirectory ?? (await trialFolder());
  const logged: unknown[] = [];
  const log = (error: unknown) => void logged.push(error);
  const { port, close } = await startApp({ host: '127.0.0.1', port: 0, log, ...options, dataDirectory });
  onTestFinished(close);
  return { origin: `http://127.0.0.1:${port}`, dataDirectory, logged, close };
}
