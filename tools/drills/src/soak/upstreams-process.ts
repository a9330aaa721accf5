import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DrillFailure } from '../drill-failure.js';
import type { UpstreamCounts } from './soak-upstream.js';

// Built, also when the drill runs from its sources in a test.
const PROGRAM = fileURLToPath(new URL('../../dist/soak/upstreams-program.js', import.meta.url));

/** The start data of the upstreams' process, as JSON on its command line. */
export interface UpstreamsSetting {
  /** The size of the file and its seed, from which the process makes the same file again. */
  readonly numbers: number;
  readonly seed: number;
  readonly outageMs: number;
}

/** From the process to the drill: the addresses of the upstreams, once, and their counts on each request. */
export type UpstreamsMessage =
  | { readonly kind: 'started'; readonly appsUrl: string; readonly linesUrl: string }
  | { readonly kind: 'report'; readonly report: UpstreamsReport };

export interface UpstreamsReport {
  readonly apps: UpstreamCounts;
  readonly lines: UpstreamCounts;
  /** The longest stall of the process, in milliseconds. Calls that arrive during a stall seem to arrive at once. */
  readonly stoodStillMs: number;
}

/** The two upstreams of the soak in a separate process, so that they and the service do not delay each other. */
export class UpstreamsProcess {
  readonly appsUrl: string;
  readonly linesUrl: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, { appsUrl, linesUrl }: Started) {
    this.#child = child;
    this.appsUrl = appsUrl;
    this.linesUrl = linesUrl;
  }

  static async start(setting: UpstreamsSetting): Promise<UpstreamsProcess> {
    // It ends with the IPC channel, so that it does not outlive the drill.
    const child = fork(PROGRAM, [JSON.stringify(setting)]);
    return new UpstreamsProcess(child, await messageOf(child, 'started'));
  }

  async report(): Promise<UpstreamsReport> {
    this.#child.send('report');
    const { report } = await messageOf(this.#child, 'report');
    return report;
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exited = once(this.#child, 'exit');
    this.#child.disconnect();
    await exited;
  }
}

type Started = Extract<UpstreamsMessage, { kind: 'started' }>;

/** The next message of this kind. Rejects with DrillFailure if the process ends first. */
function messageOf<Kind extends UpstreamsMessage['kind']>(
  child: ChildProcess,
  kind: Kind,
): Promise<Extract<UpstreamsMessage, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null, signal: string | null): void =>
      reject(new DrillFailure(`the process of the upstreams has ended: ${signal ?? `exit code ${code}`}`));
    child.once('exit', ended);
    child.on('message', function take(message: UpstreamsMessage) {
      if (message.kind !== kind) return;
      child.off('message', take);
      child.off('exit', ended);
      // The compiler does not narrow a message by a kind that is a type parameter.
      resolve(message as Extract<UpstreamsMessage, { kind: Kind }>);
    });
  });
}
