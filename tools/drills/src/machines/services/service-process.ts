import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure } from '../../drill-failure.js';
import { processTree, signalTree } from './process-tree.js';

export interface ServiceOptions {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly logFile: string;
  /** The user of the process. Default: this process's user. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Resolves when it answers, and rejects when it does not. */
  readonly ask: () => Promise<void>;
}

const READY_WITHIN_MS = 30_000;
const ENDED_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** A service on which the example server depends, as the drill's own process. */
export class ServiceProcess {
  readonly #options: ServiceOptions;
  #child: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #held: readonly number[] = [];

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /** Starts it, and resolves when it answers. The first attempts may fail because of leftovers of an earlier run. */
  async start(): Promise<void> {
    const giveUpAt = performance.now() + READY_WITHIN_MS;
    while (!(await this.#answers())) {
      if (performance.now() > giveUpAt) throw new DrillFailure(`${this.#options.name} does not start`);
      if (!this.#runs) this.#spawn();
      await delay(LOOK_EVERY_MS);
    }
  }

  /** Sends it a signal, and resolves when it has ended. */
  async end(signal: NodeJS.Signals): Promise<void> {
    if (!this.#runs) return;
    this.#child?.kill(signal);
    const late = delay(ENDED_WITHIN_MS, 'late', { ref: false });
    if ((await Promise.race([this.#exited, late])) !== 'late') return;
    this.#kill();
    throw new DrillFailure(`${this.#options.name} did not end on ${signal}`);
  }

  /** Suspends it and all its processes: connections stay open, but do not answer. */
  holdStill(): void {
    const { pid } = this.#child ?? {};
    if (pid === undefined) throw new TypeError(`${this.#options.name} has not been started`);
    // The parent is first, so that it starts no more processes.
    signalTree([pid], 'SIGSTOP');
    this.#held = processTree(pid);
    signalTree(this.#held, 'SIGSTOP');
  }

  /** Resumes it. */
  goOn(): void {
    signalTree(this.#held, 'SIGCONT');
    this.#held = [];
  }

  get #runs(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  #spawn(): void {
    const { args, logFile, program, user } = this.#options;
    const log = openSync(logFile, 'a');
    const child = spawn(program, args, { stdio: ['ignore', log, log], cwd: '/', ...user });
    closeSync(log);
    // It must not outlive the drill, however the drill ends.
    const killWithDrill = () => this.#kill();
    process.once('exit', killWithDrill);
    this.#child = child;
    this.#exited = new Promise((resolve) => {
      const ended = () => {
        process.off('exit', killWithDrill);
        resolve();
      };
      child.once('exit', ended);
      child.once('error', ended);
    });
  }

  #kill(): void {
    const { pid } = this.#child ?? {};
    if (pid !== undefined && this.#runs) signalTree(processTree(pid), 'SIGKILL');
  }

  async #answers(): Promise<boolean> {
    if (!this.#runs) return false;
    return await this.#options.ask().then(
      () => true,
      () => false,
    );
  }
}
