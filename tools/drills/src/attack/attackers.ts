import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DrillFailure } from '../harness/drill.js';
import type { AttackTarget, Tally } from './attack.js';

// The built program, also when a test runs the drill from its sources.
const PROGRAM = fileURLToPath(new URL('../../dist/attack/attackers-program.js', import.meta.url));

/** The start data of the attackers' process, as JSON on its command line. */
export interface AttackOrder {
  readonly name: string;
  readonly seed: number;
  /** The share of the attack's full size, up to 1. */
  readonly share: number;
  readonly target: AttackTarget;
}

/** An attack under way, in a separate process, so that it does not delay the measurements. */
export interface Attackers {
  /** Resolves to the tally when the attack has ended. */
  readonly ended: Promise<Tally>;
  /** Ends the attack, and resolves to its tally. */
  stop(): Promise<Tally>;
  /** Ends the process at once. Safe twice. */
  kill(): void;
}

export async function startAttackers(order: AttackOrder): Promise<Attackers> {
  // The child exits when its IPC channel closes, so it does not outlive the drill.
  const child = fork(PROGRAM, [JSON.stringify(order)]);
  const exited = once(child, 'exit').then(([code]) => {
    throw new DrillFailure(`the attackers have ended with ${code}`);
  });
  const message = async () => (await Promise.race([once(child, 'message'), exited]))[0];
  await message();
  // The program sends it last.
  const ended = message() as Promise<Tally>;
  ended.catch(() => undefined);
  return {
    ended,
    stop: async () => {
      if (child.connected) child.send('stop');
      return await ended;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
