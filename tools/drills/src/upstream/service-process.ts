import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { DrillFailure } from '../drill-failure.js';
import type { CallReply, ProcessMessage, ProcessSetting } from './process-messages.js';
import type { UpstreamReply } from './upstream.js';

// Built, also when the drill runs from its sources in a test.
const PROGRAM = fileURLToPath(new URL('../../dist/upstream/working-process.js', import.meta.url));
const STOPPED_WITHIN_MS = 20_000;

export interface ServiceProcessOptions {
  readonly setting: ProcessSetting;
  /** The upstream. It also answers calls of a process that is gone, since the calls had arrived. */
  readonly ask: (numbers: readonly string[]) => Promise<UpstreamReply>;
  readonly onUnexpected: (report: string) => void;
}

/** A service of the drill in a separate process. */
export class ServiceProcess {
  /** Resolves to the id of the submitted task; rejects with DrillFailure if the process ends first. */
  readonly submitted: Promise<string>;
  readonly #child: ChildProcess;
  /** Resolves to how it ended, once all its messages have arrived. */
  readonly #ended: Promise<string>;
  #end: string | undefined;

  constructor({ ask, onUnexpected, setting }: ServiceProcessOptions) {
    const child = fork(PROGRAM, [JSON.stringify(setting)]);
    this.#child = child;
    // It must not outlive the drill, however the drill ends.
    const killWithDrill = () => void child.kill('SIGKILL');
    process.once('exit', killWithDrill);
    const disconnected = new Promise<void>((resolve) => child.once('disconnect', resolve));
    const exited = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => {
        process.off('exit', killWithDrill);
        this.#end = signal ?? `exit code ${code}`;
        resolve(this.#end);
      });
    });
    this.#ended = Promise.all([exited, disconnected]).then(([end]) => end);
    this.submitted = new Promise((resolve, reject) => {
      child.on('message', (message: ProcessMessage) => {
        switch (message.kind) {
          case 'call':
            void ask(message.numbers).then((reply) => this.#answer({ id: message.id, reply }));
            return;
          case 'submitted':
            resolve(message.taskId);
            return;
          case 'unexpected':
            onUnexpected(message.report);
            return;
          default:
            message satisfies never;
        }
      });
      void exited.then((end) => reject(new DrillFailure(`the process ended by itself: ${end}`)));
    });
    // Without a wait for it, `assertRuns` reports the end of the process.
    this.submitted.catch(() => undefined);
  }

  /** Throws DrillFailure if it has ended. Call it only before `kill` and `stop`. */
  assertRuns(): void {
    if (this.#end !== undefined) throw new DrillFailure(`the process ended by itself: ${this.#end}`);
  }

  /** Kills it, calls `onKill` with the time, and waits until it is gone and its last messages have arrived. Safe after its end. */
  async kill(onKill: (at: number) => void): Promise<void> {
    if (this.#end !== undefined) return;
    onKill(performance.now());
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Stops it as an operator would, and resolves to how it ended. */
  async stop(): Promise<string> {
    this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), STOPPED_WITHIN_MS);
    const end = await this.#ended;
    clearTimeout(late);
    return end;
  }

  #answer(reply: CallReply): void {
    // A message to a process that is gone is lost, like an answer to it.
    if (this.#child.connected) this.#child.send(reply, () => undefined);
  }
}
