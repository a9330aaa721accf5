import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure } from '../drill-failure.js';
import type { DrillFolder } from './drill-folder.js';
import { SERVER, type ServedProgram } from './server-files.js';

export interface ServerProcessOptions {
  readonly port: number;
  /** The result of `serverEnvironment`. */
  readonly environment: NodeJS.ProcessEnv;
  /** Everything the server prints is added to this file. */
  readonly logFile: string;
  /** Another destination of its log: a file descriptor of this process. */
  readonly logTo?: number;
  /** Default: the server. */
  readonly program?: ServedProgram;
}

/** The environment of the server and its commands: settings, and only those of this process's variables that Node needs. */
export function serverEnvironment(folder: DrillFolder, settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(HOME === undefined ? {} : { HOME }),
    TMPDIR: folder.temporary,
    DIALPROOF_DATA_DIR: folder.data,
    DIALPROOF_FIRST_ACCOUNT_CREDITS: '0',
    ...settings,
  };
}

const READY_WITHIN_MS = 60_000;
const STOPPED_WITHIN_MS = 20_000;

/** The example server, or another program with `/readyz`, as a separate process. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #port: number;
  readonly #spawnedAt = performance.now();
  #ended: string | undefined;

  constructor({ port, environment, logFile, logTo, program = SERVER }: ServerProcessOptions) {
    const log = openSync(logFile, 'a');
    this.#port = port;
    this.#child = spawn(process.execPath, [program.file], {
      env: { ...environment, [program.portVariable]: String(port) },
      stdio: ['ignore', log, logTo ?? log],
    });
    closeSync(log);
    // It must not outlive the drill, however the drill ends.
    const killWithDrill = () => void this.#child.kill('SIGKILL');
    process.once('exit', killWithDrill);
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', (code, signal) => {
        process.off('exit', killWithDrill);
        this.#ended = signal === null ? `exit code ${code}` : signal;
        resolve();
      });
    });
  }

  /** The id of the process. */
  get pid(): number {
    const { pid } = this.#child;
    if (pid === undefined) throw new DrillFailure('the server could not be started');
    return pid;
  }

  /** Whether it has not ended. */
  get runs(): boolean {
    return this.#ended === undefined && this.#child.pid !== undefined;
  }

  /** Milliseconds since it was started. */
  get ageMs(): number {
    return performance.now() - this.#spawnedAt;
  }

  /** Waits until it reports that it is ready. */
  async ready(): Promise<void> {
    while (!(await this.#saysReady())) {
      this.assertRuns();
      if (this.ageMs > READY_WITHIN_MS) {
        throw new DrillFailure(`the server was not ready ${READY_WITHIN_MS} ms after its start`);
      }
      await delay(5);
    }
  }

  /** Throws DrillFailure if it has ended. Call it only before `kill` and `stop`. */
  assertRuns(): void {
    if (this.#ended !== undefined) throw new DrillFailure(`the server ended by itself: ${this.#ended}`);
  }

  /** Kills it with SIGKILL, and waits until it is gone. Safe after its end. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  /** Suspends it, until it is resumed or killed. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  /** Stops it as an operator would and resolves to how it ended. */
  async stop(): Promise<string> {
    this.#child.kill('SIGTERM');
    const tooLate = new AbortController();
    const late = delay(STOPPED_WITHIN_MS, 'late', { signal: tooLate.signal }).catch(() => 'ended');
    const how = await Promise.race([this.#exited, late]);
    tooLate.abort();
    if (how === 'late') {
      await this.kill();
      return `no end within ${STOPPED_WITHIN_MS} ms of SIGTERM`;
    }
    return this.#ended ?? 'unknown';
  }

  async #saysReady(): Promise<boolean> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.#port}/readyz`, {
        signal: AbortSignal.timeout(1_000),
      });
      await answer.arrayBuffer();
      return answer.status === 200;
    } catch {
      return false;
    }
  }
}
