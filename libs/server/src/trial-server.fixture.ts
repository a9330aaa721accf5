import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkersOf } from '@dialproof/checkers/settings';
import { OPERATIONS } from '@dialproof/http';
import { onTestFinished } from 'vitest';
import { createLog } from './log.js';
import { readSettings, type Settings } from './settings/settings.js';
import { type RunningServer, type StartOptions, startServer } from './start-server.js';

export interface TrialServer extends RunningServer {
  readonly origin: string;
  readonly token: string;
  readonly settings: Settings;
  /** The lines that were logged so far. */
  readonly logLines: readonly string[];
}

/** A data folder that exists until the test ends. */
export async function trialFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-server-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The setting of these checkers, as in the list of a `checkers.json`. */
export function checkers(entries: readonly object[], around: object = {}): Pick<Settings, 'checkers'> {
  return {
    checkers: () => checkersOf({ checkers: entries, ...around }, { environment: { SECRET: 'secret' } }),
  };
}

/** The checkers: evidence first, then the sandbox. */
export const EVIDENCE_FIRST = checkers([{ checker: 'evidence' }, { checker: 'sandbox' }]);

/** A server on a free port that is closed when the test ends, on a folder of its own unless one is given, without limits of rates. */
export async function trialServer(
  settings: Partial<Settings> = {},
  options: Partial<StartOptions> = {},
): Promise<TrialServer> {
  // A test may close the server and start another one on its folder.
  const dataDirectory = settings.dataDirectory ?? (await trialFolder());
  const server = await openTrialServer({ ...settings, dataDirectory }, options);
  onTestFinished(() => server.close());
  return server;
}

/** The same without closing it, for tests that run concurrently. */
export async function openTrialServer(
  settings: Partial<Settings> = {},
  options: Partial<StartOptions> = {},
): Promise<TrialServer> {
  const dataDirectory = settings.dataDirectory ?? (await mkdtemp(join(tmpdir(), 'dialproof-server-')));
  const all = { ...readSettings({}), port: 0, rates: null, ...settings, dataDirectory };
  const logLines: string[] = [];
  const log = createLog('trace', { write: (line) => void logLines.push(line) });
  const removeFolder = async () => {
    if (settings.dataDirectory === undefined) await rm(dataDirectory, { recursive: true, force: true });
  };
  const server = await startServer(all, { log, ...options }).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  server.firstAccount?.wasShown();
  const origin = `http://127.0.0.1:${server.port}`;
  const close = async () => {
    await server.close();
    await removeFolder();
  };
  return { ...server, close, origin, token: server.firstAccount?.token ?? '', settings: all, logLines };
}

export function verify({ origin, token }: TrialServer, phone: string): Promise<Response> {
  return fetch(`${origin}/v1/verify`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phone }),
  });
}

export function submit(
  { origin, token }: TrialServer,
  content: string | Uint8Array<ArrayBuffer>,
  path = '/v1/verify/batch',
): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([content]), 'secret-customers.csv');
  return fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
}

/** Submits a file that has to be taken, and gives its task's id. */
export async function submitted(server: TrialServer, content: string): Promise<string> {
  return OPERATIONS.submit.reply.shape.parse(await (await submit(server, content)).json()).task_id;
}

const POLL_EVERY_MS = 20;

/** The result of a task once it is done, as text. */
export async function result({ origin, token }: TrialServer, taskId: string): Promise<string> {
  for (;;) {
    const address = `${origin}/v1/verify/tasks/${taskId}/download`;
    const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    const text = await response.text();
    if (response.status === 200) return text;
    if (response.status !== 409) throw new Error(`the download answered ${response.status}: ${text}`);
    await delay(POLL_EVERY_MS);
  }
}
