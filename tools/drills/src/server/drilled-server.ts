import type { DrillFolder } from './drill-folder.js';
import type { ServedProgram } from './server-files.js';
import { ServerProcess, serverEnvironment } from './server-process.js';

export interface DrilledServerOptions {
  readonly port: number;
  readonly folder: DrillFolder;
  readonly settings: NodeJS.ProcessEnv;
  /** Default: the server. */
  readonly program?: ServedProgram;
}

/** Settings of a server that is killed: checks take `checkMs`, so that kills hit them, and requests are not limited. */
export function slowChecks(options: {
  readonly checkMs: number;
  readonly checkConcurrency: number;
}): NodeJS.ProcessEnv {
  return {
    DIALPROOF_SANDBOX_DELAY_MS: String(options.checkMs),
    DIALPROOF_CHECK_CONCURRENCY: String(options.checkConcurrency),
    DIALPROOF_RATES: 'off',
    DIALPROOF_LOG_LEVEL: 'warn',
  };
}

/** A server that is ended and restarted on the same port and the same data. */
export class DrilledServer {
  /** The environment of the server and of the account command. */
  readonly environment: NodeJS.ProcessEnv;
  readonly #options: DrilledServerOptions;
  #process: ServerProcess | undefined;
  #kills = 0;

  constructor(options: DrilledServerOptions) {
    this.#options = options;
    this.environment = serverEnvironment(options.folder, options.settings);
  }

  /** The number of its kills. */
  get kills(): number {
    return this.#kills;
  }

  /** The id of its process. */
  get pid(): number {
    return this.#running().pid;
  }

  /** Whether it is running. */
  get runs(): boolean {
    return this.#process?.runs === true;
  }

  /** Milliseconds since the last start. */
  get ageMs(): number {
    return this.#running().ageMs;
  }

  /** Starts it. It is not ready yet when this returns. */
  start(): void {
    const { port, folder, program } = this.#options;
    this.#process = new ServerProcess({
      ...{ port, environment: this.environment, logFile: folder.logFile },
      ...(program === undefined ? {} : { program }),
    });
  }

  /** Resolves when it is ready, to the milliseconds since the start. */
  async ready(): Promise<number> {
    await this.#running().ready();
    return this.ageMs;
  }

  /** Throws DrillFailure if it has ended by itself. */
  assertRuns(): void {
    this.#running().assertRuns();
  }

  async kill(): Promise<void> {
    this.assertRuns();
    this.#kills += 1;
    await this.#running().kill();
  }

  /** Suspends it, until it is resumed or killed. */
  pause(): void {
    this.#running().pause();
  }

  resume(): void {
    this.#running().resume();
  }

  /** Stops it in an orderly way and resolves to how it ended. */
  stop(): Promise<string> {
    return this.#running().stop();
  }

  /** Ends the process if it is still there, however the drill ended. */
  async end(): Promise<void> {
    await this.#process?.kill();
  }

  #running(): ServerProcess {
    if (this.#process === undefined) throw new TypeError('the server has not been started');
    return this.#process;
  }
}
