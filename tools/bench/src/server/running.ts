import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVER_COMMAND } from '@dialproof/drills/program';
import { ApiClient } from './api-client.js';
import { BenchSchema } from './bench-schema.js';
import { MeasuredProcess } from './measured-process.js';

/** A running service to be measured. */
export interface Running {
  readonly name: string;
  readonly api: ApiClient;
  readonly port: number;
  readonly process: MeasuredProcess;
  stop(): Promise<void>;
}

/** The server on a new database, by default of SQLite, with the sandbox as an instant checker. */
export async function startServer(env: NodeJS.ProcessEnv = {}, name = 'server, SQLite'): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-bench-'));
  const process = new MeasuredProcess([SERVER_COMMAND, 'start'], {
    PORT: '0',
    DIALPROOF_DATA_DIR: folder,
    DIALPROOF_LOG_LEVEL: 'silent',
    DIALPROOF_RATES: 'off',
    DIALPROOF_FIRST_ACCOUNT_CREDITS: '10000000',
    ...env,
  });
  const [, port] = await process.printed(/http:\/\/localhost:(\d+)/);
  const [token] = await process.printed(/dp_[\w-]+/);
  await process.printed(/Ctrl\+C/);
  const stop = async () => {
    await process.stop();
    await rm(folder, { recursive: true });
  };
  return { name, api: new ApiClient(Number(port), token), port: Number(port), process, stop };
}

/** The server on a new schema of PostgreSQL. Undefined if there is none. */
export async function startOnPostgres(): Promise<Running | undefined> {
  const schema = await BenchSchema.make();
  if (schema === undefined) return undefined;
  const server = await startServer(schema.environment, 'server, PostgreSQL');
  const stop = async () => {
    await server.stop();
    await schema.remove();
  };
  return { ...server, stop };
}

/** A program that prints `port N` when it listens. `path` is relative to the folder above this one. `cleanUp` is called after its end. */
export async function startProgram(
  name: string,
  path: string,
  args: readonly string[] = [],
  cleanUp: () => Promise<void> = async () => {},
): Promise<Running> {
  const process = new MeasuredProcess([fileURLToPath(new URL(`../${path}`, import.meta.url)), ...args]);
  const [, port] = await process.printed(/port (\d+)/);
  const stop = async () => {
    await process.stop();
    await cleanUp();
  };
  return { name, api: new ApiClient(Number(port), 'trial'), port: Number(port), process, stop };
}

/** A worker of the server. It is working when this resolves. */
export async function startWorker(env: NodeJS.ProcessEnv): Promise<MeasuredProcess> {
  const process = new MeasuredProcess([SERVER_COMMAND, 'worker'], { DIALPROOF_LOG_LEVEL: 'silent', ...env });
  await process.printed(/worker is running/);
  return process;
}
