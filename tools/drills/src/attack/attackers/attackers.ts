import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DrillFailure } from '../../drill-failure.js';
import type { AttackTarget } from './attack.js';
import type { Tally } from './tally.js';

// Built, also when the drill runs from its sources in a test.
const PROGRAM = fileURLToPath(
  new URL('../../../dist/attack/attackers/attackers-program.js', import.meta.url),
);

/** The start data of the attackers' process, as JSON on its command line. */
export interface AttackOrder {
  readonly name: string;
  /** The share of the attack's full size, up to 1. */
  readonly share: number;
  readonly target: AttackTarget;
}

/** An attack under way, in a separate process, so that it does not delay the measurements. */
export class Attackers {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#exited = once(child, 'exit');
  }

  static async start(order: AttackOrder): Promise<Attackers> {
    // They end with the IPC channel, so that they do not outlive the drill.
    const child = fork(PROGRAM, [JSON.stringify(order)]);
    const attackers = new Attackers(child);
    await attackers.#message();
    return attackers;
  }

  /** Ends the attack and resolves to its counts. */
  async stop(): Promise<Tally['counts']> {
    const counts = this.#message();
    if (this.#child.connected) this.#child.send('stop');
    // The program sends them last.
    const found = (await counts) as Tally['counts'];
    await this.#exited;
    return found;
  }

  async #message(): Promise<unknown> {
    const message = once(this.#child, 'message').then(([first]) => first as unknown);
    const ended = this.#exited.then((how) => {
      throw new DrillFailure(`the attackers have ended: ${String(how)}`);
    });
    return await Promise.race([message, ended]);
  }
}
