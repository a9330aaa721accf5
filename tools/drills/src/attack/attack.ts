import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The data of attackers: a server, and accounts on it. */
export interface AttackTarget {
  readonly port: number;
  /** The token of an account with credits. */
  readonly token: string;
  /** The token of an account without credits. */
  readonly poorToken: string;
  /** A completed task of the first account, with a result of some megabytes. */
  readonly doneTaskId: string;
  /** An unfinished task of the first account. */
  readonly openTaskId: string;
}

/** The outcomes of an attack. */
export interface Tally {
  /** By name; a reply's name is its status. */
  readonly counts: Record<string, number>;
  readonly violations: string[];
}

/** An attack under way. */
export interface AttackScene extends AttackTarget {
  readonly tally: Tally;
  readonly seed: number;
  /** Ends the attack. */
  readonly signal: AbortSignal;
  /** Scales a count of the attack: it is smaller in a short run. */
  sized(count: number): number;
}

export interface Attack {
  readonly name: string;
  /** Settings of the server. Default: none. */
  readonly settings?: NodeJS.ProcessEnv;
  /** Whether it ends by itself. Default: it lasts until it is stopped. */
  readonly endsByItself?: boolean;
  /** Resolves after `signal`, or when it has ended by itself, once everything it started has ended. */
  run(scene: AttackScene): Promise<void>;
}

export function count({ counts }: Tally, name: string | number): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** The start data of the attackers' process, as JSON on its command line. */
export interface AttackOrder {
  readonly name: string;
  readonly seed: number;
  /** The share of the attack's full size, up to 1. */
  readonly share: number;
  readonly target: AttackTarget;
}

/** An attack under way in a process of its own, so that it does not delay the measurements. */
export interface Attackers {
  /** Resolves to the tally when the attack has ended. */
  readonly ended: Promise<Tally>;
  /** Ends the attack, and resolves to its tally. */
  stop(): Promise<Tally>;
  /** Ends the process at once. Safe twice. */
  kill(): void;
}

// The built program, also when a test runs the drill from its sources.
const PROGRAM = fileURLToPath(new URL('../../dist/attack/attackers-program.js', import.meta.url));

export async function startAttackers(order: AttackOrder): Promise<Attackers> {
  // The child exits when its IPC channel closes, so it does not outlive the drill.
  const child = fork(PROGRAM, [JSON.stringify(order)]);
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the attackers have ended with ${code}`);
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
