import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type StartOptions, startApp } from './start-app.js';

/** A folder of the running test's own, removed when it has ended. */
export async function trialFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-embed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export interface TrialApp {
  readonly origin: string;
  readonly dataDirectory: string;
  /** What the application has logged. */
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
