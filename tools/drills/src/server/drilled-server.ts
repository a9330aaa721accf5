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

/** Settings of a server that is killed: checks take so many milliseconds, so that kills hit them, and nothing limits requests. */
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

/** The server that ends and is started again on the same port and the same data. */
export class DrilledServer {
  /** What the server and the account command are told. */
  readonly environment: NodeJS.ProcessEnv;
  readonly #options: DrilledServerOptions;
  #process: ServerProcess | undefined;
  #kills = 0;

  constructor(options: DrilledServerOptions) {
    this.#options = options;
    this.environment = serverEnvironment(options.folder, options.settings);
  }

  /** How often it was killed. */
  get kills(): number {
    return this.#kills;
  }

  /** The id of its process. */
  get pid(): number {
    return this.#running().pid;
  }

  /** Whether it has been started and has not ended. */
  get runs(): boolean {
    return this.#process?.runs === true;
  }

  /** Milliseconds since the last start. */
  get ageMs(): number {
    return this.#running().ageMs;
  }

  /** Starts it; it is not ready yet then. */
  start(): void {
    const { port, folder, program } = this.#options;
    this.#process = new ServerProcess({
      ...{ port, environment: this.environment, logFile: folder.logFile },
      ...(program === undefined ? {} : { program }),
    });
  }

  /** Resolves to the milliseconds since the start when it is ready. */
  async ready(): Promise<number> {
    await this.#running().ready();
    return this.ageMs;
  }

  /** Throws DrillFailure if it has ended without having been told to. */
  assertRuns(): void {
    this.#running().assertRuns();
  }

  async kill(): Promise<void> {
    this.assertRuns();
    this.#kills += 1;
    await this.#running().kill();
  }

  /** Makes it stand still, until it is resumed or killed. */
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

  /** Sees to it that nothing of it is left, however the drill ended. */
  async end(): Promise<void> {
    await this.#process?.kill();
  }

  #running(): ServerProcess {
    if (this.#process === undefined) throw new TypeError('the server has not been started');
    return this.#process;
  }
}
