import type { Tally } from './tally.js';

/** What attackers know: a server, and accounts on it. */
export interface AttackTarget {
  readonly port: number;
  /** The token of an account with credits. */
  readonly token: string;
  /** The tokens of accounts without credits. */
  readonly poorTokens: readonly string[];
  /** A task of the first account that is done, with a result of some megabytes. */
  readonly doneTaskId: string;
  /** A task of the first account that has not ended. */
  readonly openTaskId: string;
}

/** An attack under way. */
export interface AttackScene extends AttackTarget {
  readonly tally: Tally;
  /** Ends the attack. */
  readonly signal: AbortSignal;
  /** How many there are to be of what the attack has this many of: fewer in a short form. */
  sized(count: number): number;
}

export interface Attack {
  readonly name: string;
  /** Resolves after `signal`, when nothing of it is left. */
  run(scene: AttackScene): Promise<void>;
}
