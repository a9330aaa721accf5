import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { DialproofClient } from '@dialproof/client';
import { DrillFailure, within } from './drill.js';
import type { DrillFolder } from './drill-folder.js';
import { freePort } from './free-port.js';
import { builtPrograms, type Programs } from './programs.js';

/** An account of a drill. */
export interface Account {
  readonly token: string;
  /** Its granted credits. */
  readonly credits: number;
}

export interface ServerOptions {
  readonly folder: DrillFolder;
  readonly settings?: NodeJS.ProcessEnv;
  /** Default: a server. */
  readonly kind?: 'server' | 'worker';
  /** Default: those of this repository. */
  readonly programs?: Programs;
}

const COMMANDS = { server: 'start', worker: 'worker' };
/** It reports its readiness on `/readyz` of the port in this variable. */
const PORT_VARIABLES = { server: 'PORT', worker: 'DIALPROOF_WORKER_PORT' };
const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 20_000;
const run = promisify(execFile);

/** A real process of the server, or of its worker, which is ended and started again with the same port and the same data. */
export class Server {
  readonly port: number;
  readonly kind: 'server' | 'worker';
  /** The environment of its commands: settings, and only those of this process's variables that Node needs. */
  readonly environment: NodeJS.ProcessEnv;
  readonly #options: ServerOptions;
  #programs: Programs;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #ended: string | undefined = 'not started';

  private constructor(port: number, options: ServerOptions) {
    const { folder, kind = 'server', programs = builtPrograms(), settings } = options;
    const { PATH, HOME } = process.env;
    this.port = port;
    this.kind = kind;
    this.#options = options;
    this.#programs = programs;
    this.environment = {
      ...(PATH === undefined ? {} : { PATH }),
      ...(HOME === undefined ? {} : { HOME }),
      TMPDIR: folder.temporary,
      DIALPROOF_DATA_DIR: folder.data,
      DIALPROOF_FIRST_ACCOUNT_CREDITS: '0',
      DIALPROOF_LOG_LEVEL: 'warn',
      ...settings,
    };
  }

  /** Does not start it yet. */
  static async make(options: ServerOptions): Promise<Server> {
    return new Server(await freePort(), options);
  }

  get name(): string {
    return `${this.kind} on port ${this.port}`;
  }

  get base(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The id of its process. */
  get pid(): number {
    const { pid } = this.#child ?? {};
    if (pid === undefined) throw new DrillFailure(`the ${this.name} could not be started`);
    return pid;
  }

  get runs(): boolean {
    return this.#ended === undefined;
  }

  /** A client of this server with that token, which does not retry. */
  client(token: string): DialproofClient {
    return new DialproofClient({ baseUrl: this.base, token, maxRetries: 0 });
  }

  /** Uses other programs from its next start on. */
  replacePrograms(programs: Programs): void {
    this.#programs = programs;
  }

  /** Starts it. It is not ready yet when this returns. */
  start(): void {
    const { folder } = this.#options;
    const log = openSync(folder.logFile, 'a');
    const env = { ...this.environment, [PORT_VARIABLES[this.kind]]: String(this.port) };
    const child = spawn(process.execPath, [this.#programs.command, COMMANDS[this.kind]], {
      env,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    // It must not outlive the drill, however the drill ends.
    const killWithDrill = () => void child.kill('SIGKILL');
    process.once('exit', killWithDrill);
    this.#child = child;
    this.#ended = undefined;
    this.#exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        process.off('exit', killWithDrill);
        this.#ended = signal ?? `exit code ${code}`;
        resolve();
      });
    });
  }

  /** Waits until it accepts work. Throws DrillFailure if it ends before. */
  async ready(): Promise<void> {
    const isReady = async () => {
      this.assertRuns();
      return (await this.readiness()) === 200;
    };
    if (await within(READY_WITHIN_MS, isReady)) return;
    throw new DrillFailure(`the ${this.name} was not ready ${READY_WITHIN_MS} ms after its start`);
  }

  /** Resolves to the status of `GET /readyz`, or to 0 if there is no answer. */
  async readiness(): Promise<number> {
    try {
      const reply = await fetch(`${this.base}/readyz`, { signal: AbortSignal.timeout(5_000) });
      await reply.arrayBuffer();
      return reply.status;
    } catch {
      return 0;
    }
  }

  /** Throws DrillFailure if it has ended. */
  assertRuns(): void {
    if (this.runs) return;
    const log = readFileSync(this.#options.folder.logFile, 'utf8');
    const lastLines = log.trim().split('\n').slice(-3).join(' | ');
    throw new DrillFailure(
      `the ${this.name} ended by itself: ${this.#ended}; the log ends with ${lastLines}`,
    );
  }

  /** Kills it with SIGKILL, and waits until it is gone. Throws DrillFailure if it had ended before. */
  async kill(): Promise<void> {
    this.assertRuns();
    await this.end();
  }

  /** Stops it as an operator would. Resolves to how it ended, and after how long. */
  async stop(): Promise<{ readonly how: string; readonly ms: number }> {
    const began = performance.now();
    this.#child?.kill('SIGTERM');
    // The timer must not keep the drill from ending.
    await Promise.race([this.#exited, delay(STOPPED_WITHIN_MS, undefined, { ref: false })]);
    const how = this.#ended ?? `no end within ${STOPPED_WITHIN_MS} ms`;
    await this.end();
    return { how, ms: Math.round(performance.now() - began) };
  }

  /** Ends the process if it is still there, however the drill ended. */
  async end(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#exited;
  }

  /** Opens an account with the account command, whose last line is the token. The server need not run. */
  async openAccount(credits: number): Promise<Account> {
    const { stdout } = await this.command('account', 'create', '--credits', String(credits));
    return { token: stdout.trimEnd().split('\n').at(-1) ?? '', credits };
  }

  /** Runs a command line over the same data. Rejects if it fails. */
  async command(
    name: 'account' | 'backup' | 'migrate' | 'restore',
    ...args: readonly string[]
  ): Promise<{ readonly stdout: string; readonly stderr: string }> {
    const options = { env: this.environment, timeout: 120_000 };
    return await run(process.execPath, [this.#programs.command, name, ...args], options);
  }
}
