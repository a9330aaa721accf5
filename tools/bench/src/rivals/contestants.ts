import { fileURLToPath } from 'node:url';
import { BenchSchema } from '../postgres/bench-schema.js';
import { ApiClient } from '../server/api-client.js';
import { startServer } from '../server/bench-server.js';
import { MeasuredProcess } from '../server/measured-process.js';

/** A running service to be measured. */
export interface Running {
  readonly api: ApiClient;
  readonly port: number;
  readonly token: string;
  readonly process: MeasuredProcess;
  stop(): Promise<void>;
}

export interface Contestant {
  readonly name: string;
  start(): Promise<Running>;
}

const SCRIPT = fileURLToPath(new URL('./hurried-script.js', import.meta.url));

/** The script first, then the server over each available database. */
export async function contestants(): Promise<readonly Contestant[]> {
  const onSqlite = { name: 'server, SQLite', start: () => startServer() };
  const all = [{ name: 'script', start: startScript }, onSqlite];
  if (!(await hasPostgres())) {
    console.log('  PostgreSQL was not found: without it');
    return all;
  }
  return [...all, { name: 'server, PostgreSQL', start: startOnPostgres }];
}

async function startScript(): Promise<Running> {
  const process = MeasuredProcess.start(SCRIPT, []);
  const [, port] = await process.printed(/port (\d+)/);
  const token = '-';
  return {
    api: new ApiClient(Number(port), token),
    port: Number(port),
    token,
    process,
    stop: () => process.stop(),
  };
}

async function startOnPostgres(): Promise<Running> {
  const schema = new BenchSchema();
  const server = await startServer(schema.environment);
  return {
    ...server,
    async stop() {
      await server.stop();
      await schema.remove();
    },
  };
}

async function hasPostgres(): Promise<boolean> {
  const schema = new BenchSchema();
  try {
    await schema.rows('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await schema.pool.end();
  }
}
