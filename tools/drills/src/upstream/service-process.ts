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
  /** The upstream. It answers also calls of a process that is gone: what it was asked, it has done. */
  readonly ask: (numbers: readonly string[]) => Promise<UpstreamReply>;
  readonly onUnexpected: (report: string) => void;
}

/** A service of the drill in a process of its own. */
export class ServiceProcess {
  /** Resolves to the id of the task that it was told to submit; rejects with DrillFailure when it ends before. */
  readonly submitted: Promise<string>;
  readonly #child: ChildProcess;
  /** Resolves to how it ended, when every message that it had sent has arrived. */
  readonly #ended: Promise<string>;
  #end: string | undefined;

  constructor({ ask, onUnexpected, setting }: ServiceProcessOptions) {
    const child = fork(PROGRAM, [JSON.stringify(setting)]);
    this.#child = child;
    // It must not outlive the drill, whatever ends that.
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
    // Whoever does not wait for it learns of its end by `assertRuns`.
    this.submitted.catch(() => undefined);
  }

  /** Throws DrillFailure if it has ended, which nobody has told it to when this is called. */
  assertRuns(): void {
    if (this.#end !== undefined) throw new DrillFailure(`the process ended by itself: ${this.#end}`);
  }

  /** Kills it, tells when, and waits until it is gone and its last messages have arrived. Does nothing to one that has ended. */
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
    // A message to a process that is gone is lost, as an answer to it would be.
    if (this.#child.connected) this.#child.send(reply, () => undefined);
  }
}
