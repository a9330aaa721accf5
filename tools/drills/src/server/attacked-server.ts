import { readFileSync } from 'node:fs';
import { type DrillAccount, openAccount } from './drill-account.js';
import { makeDrillFolder } from './drill-folder.js';
import { freePort } from './free-port.js';
import { fileForm } from './raw-connection.js';
import { ServerProcess, serverEnvironment } from './server-process.js';

/** A server of its own for one attack, and an account on it. */
export interface AttackedServer {
  readonly port: number;
  readonly pid: number;
  readonly account: DrillAccount;
  /** Sends a file of so many rows, each with a note of so many bytes, and resolves to the id of its task. */
  submit(rows: number, noteBytes?: number): Promise<string>;
  /** Resolves when a task has ended. */
  ended(taskId: string): Promise<void>;
  /** Stops it as an operator would. Resolves to how it ended, and after how long. */
  stop(): Promise<{ readonly how: string; readonly ms: number }>;
  /** What it has logged so far. */
  log(): string;
  /** Sees to it that nothing of it is left. */
  end(): Promise<void>;
}

export interface AttackedServerOptions {
  readonly settings?: NodeJS.ProcessEnv;
  /** Where its log goes: a file descriptor of this process. */
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
  const headers = { authorization: `Bearer ${account.token}` };
  await server.ready();
  return {
    port,
    pid: server.pid,
    account,
    async submit(rows, noteBytes = 0) {
      const { type, body } = fileForm(list(rows, noteBytes));
      const answer = await fetch(`http://127.0.0.1:${port}/v1/verify/batch`, {
        method: 'POST',
        headers: { ...headers, 'content-type': type },
        body,
      });
      const task: unknown = await answer.json();
      return String(Reflect.get(Object(task), 'task_id'));
    },
    async ended(taskId) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/verify/tasks/${taskId}/events`, { headers });
      await answer.text();
    },
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

function list(rows: number, noteBytes: number): string {
  const note = 'x'.repeat(noteBytes);
  const lines = Array.from(
    { length: rows },
    (_, row) => `+1415555${String(row % 10_000).padStart(4, '0')},${note}\n`,
  );
  return `phone,note\n${lines.join('')}`;
}
