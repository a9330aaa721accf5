import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DialproofClient } from '@dialproof/client';
import { Program, SERVER_COMMAND } from './program.js';

/** Files that a stopped server leaves in its data folder. */
const KEPT_FILES = ['dialproof.sqlite', 'dialproof.lock', 'first-account.lock', 'audit.log'];

/** A process of the server, or of its worker, which is started again with the same port and data. It has a folder of its own. */
export class Server {
  readonly kind: 'server' | 'worker';
  readonly folder = mkdtempSync(join(tmpdir(), 'dialproof-drill-'));
  readonly data = join(this.folder, 'data');
  readonly temporary = join(this.folder, 'temporary');
  readonly databaseFile = join(this.data, 'dialproof.sqlite');
  /** The settings with which it is started, besides those of its port. */
  readonly environment: NodeJS.ProcessEnv;
  readonly #earlier: string[] = [];
  #program: Program | undefined;
  #port = '0';

  constructor(settings: NodeJS.ProcessEnv, kind: 'server' | 'worker' = 'server') {
    this.kind = kind;
    for (const folder of [this.data, this.temporary]) mkdirSync(folder, { mode: 0o700 });
    this.environment = {
      TMPDIR: this.temporary,
      DIALPROOF_DATA_DIR: this.data,
      DIALPROOF_FIRST_ACCOUNT_CREDITS: '0',
      // A busy machine needs longer for a regular stop.
      DIALPROOF_SHUTDOWN_TIMEOUT_MS: '60000',
      DIALPROOF_LOG_LEVEL: 'warn',
      ...settings,
    };
  }

  /** Starts it, and resolves when it accepts work. */
  async start(): Promise<void> {
    if (this.#program) this.#earlier.push(this.#program.output);
    const command = this.kind === 'server' ? 'start' : 'worker';
    this.#program = new Program([SERVER_COMMAND, command], { ...this.environment, PORT: this.#port });
    if (this.kind === 'worker') await this.#program.printed(/worker is running/);
    else [, this.#port = ''] = await this.#program.printed(/http:\/\/localhost:(\d+)[\s\S]*Ctrl\+C/);
  }

  get port(): number {
    return Number(this.#port);
  }

  get pid(): number {
    return this.#running.pid;
  }

  get runs(): boolean {
    return this.#program !== undefined && this.#program.end === undefined;
  }

  /** Sends a signal, and resolves to how it ended. Throws if it had ended by itself. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<string> {
    this.assertRuns();
    return await this.#running.stop(signal);
  }

  assertRuns(): void {
    if (!this.runs) throw new Error(`the ${this.kind} has ended: ${this.#running.output.slice(-1_000)}`);
  }

  /** A client with this token, which does not retry. */
  client(token: string): DialproofClient {
    return new DialproofClient({ baseUrl: `http://127.0.0.1:${this.#port}`, token, maxRetries: 0 });
  }

  /** Logged errors, except failed checks: the sandbox fails some on purpose. */
  get loggedErrors(): readonly string[] {
    const lines = [...this.#earlier, this.#running.output].join('').split('\n');
    return lines.filter((line) => /^\{"level":[56]0/.test(line) && !line.includes('"kind":"check_failed"'));
  }

  /** Files that were left behind in its folders, when it has stopped. */
  get leftFiles(): readonly string[] {
    return [this.data, this.temporary]
      .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => !entry.isDirectory() && !KEPT_FILES.includes(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
  }

  /** Ends it, however the drill ended, and removes its folder. */
  async remove(): Promise<void> {
    await this.#program?.stop('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  get #running(): Program {
    if (this.#program === undefined) throw new Error(`the ${this.kind} was not started`);
    return this.#program;
  }
}
