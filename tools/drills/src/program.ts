import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The built command `dialproof-server`. */
export const SERVER_COMMAND = fileURLToPath(
  new URL('../../../libs/server/dist/command-line/main.js', import.meta.url),
);

/** They are killed when this process exits; not when a signal ends it. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A Node program as a process of its own, which is killed when this one exits. Its IPC channel is closed however this one ends. */
export class Program {
  /** All that it has printed, errors too. */
  output = '';
  protected readonly child: ChildProcess;
  readonly #exited: Promise<unknown>;

  /** `env` is its whole environment, besides the variables that Node needs. */
  constructor(args: readonly string[], env: NodeJS.ProcessEnv) {
    const { HOME, PATH } = process.env;
    this.child = spawn(process.execPath, args, {
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    running.add(this.child);
    this.#exited = once(this.child, 'exit').then(() => running.delete(this.child));
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
  }

  get pid(): number {
    const { pid } = this.child;
    if (pid === undefined) throw new Error(`${this.child.spawnargs.join(' ')} could not be started`);
    return pid;
  }

  /** How it ended; undefined while it runs. */
  get end(): string | undefined {
    const { exitCode, signalCode } = this.child;
    return signalCode ?? (exitCode === null ? undefined : `exit code ${exitCode}`);
  }

  /** Resolves to the first match in its output. Rejects if it ends before. */
  async printed(pattern: RegExp): Promise<RegExpMatchArray> {
    for (;;) {
      const match = this.output.match(pattern);
      if (match !== null) return match;
      if (this.end !== undefined)
        throw new Error(`${this.end}, without printing ${pattern}:\n${this.output.slice(-2_000)}`);
      await Promise.race([once(this.child.stdout ?? this.child, 'data'), this.#exited]);
    }
  }

  /** Sends a signal, and resolves to how it ended. After 80 seconds, more than the server itself takes, it is killed. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<string> {
    if (this.end === undefined) this.child.kill(signal);
    await Promise.race([this.#exited, delay(80_000, undefined, { ref: false })]);
    const how = this.end ?? 'no end within 80 s';
    this.child.kill('SIGKILL');
    await this.#exited;
    return how;
  }
}
