import { readFileSync } from 'node:fs';
import { ApiClient, numberList } from './api-client.js';
import { type DrillAccount, openAccount } from './drill-account.js';
import { makeDrillFolder } from './drill-folder.js';
import { freePort } from './free-port.js';
import { ServerProcess, serverEnvironment } from './server-process.js';

/** A separate server for one attack, and an account on it. */
export interface AttackedServer {
  readonly port: number;
  readonly pid: number;
  readonly account: DrillAccount;
  /** Sends a file of `rows` rows, each with a note of at least `noteLength` characters, and resolves to its task's id. */
  submit(rows: number, noteLength?: number): Promise<string>;
  /** Resolves when a task has ended. */
  ended(taskId: string): Promise<void>;
  /** Stops it as an operator would. Resolves to how it ended, and after how long. */
  stop(): Promise<{ readonly how: string; readonly ms: number }>;
  /** Its log so far. */
  log(): string;
  /** Ends the server and removes its files. */
  end(): Promise<void>;
}

export interface AttackedServerOptions {
  readonly settings?: NodeJS.ProcessEnv;
  /** The destination of its log: a file descriptor of this process. */
  readonly logTo?: number;
}

export async function attackedServer({
  settings = {},
  logTo,
}: AttackedServerOptions): Promise<AttackedServer> {
  const folder = makeDrillFolder();
  const environment = serverEnvironment(folder, settings);
  const account = await openAccount(environment, 1_000_000);
  const port = await freePort();
  const log = logTo === undefined ? {} : { logTo };
  const server = new ServerProcess({ port, environment, logFile: folder.logFile, ...log });
  const client = new ApiClient(port);
  await server.ready();
  return {
    port,
    pid: server.pid,
    account,
    async submit(rows, noteLength) {
      const { body } = await client.submit(account.token, numberList(rows, noteLength));
      return body.task_id;
    },
    ended: (taskId) => client.ended(account.token, taskId),
    async stop() {
      const began = performance.now();
      const how = await server.stop();
      return { how, ms: Math.round(performance.now() - began) };
    },
    log: () => readFileSync(folder.logFile, 'utf8'),
    async end() {
      await server.kill();
      folder.remove();
    },
  };
}
