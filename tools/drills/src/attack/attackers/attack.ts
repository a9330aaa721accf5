import type { Tally } from './tally.js';

/** The data of attackers: a server, and accounts on it. */
export interface AttackTarget {
  readonly port: number;
  /** The token of an account with credits. */
  readonly token: string;
  /** The tokens of accounts without credits. */
  readonly poorTokens: readonly string[];
  /** A completed task of the first account, with a result of some megabytes. */
  readonly doneTaskId: string;
  /** An unfinished task of the first account. */
  readonly openTaskId: string;
}

/** An attack under way. */
export interface AttackScene extends AttackTarget {
  readonly tally: Tally;
  /** Ends the attack. */
  readonly signal: AbortSignal;
  /** Scales a count of the attack: it is smaller in a short run. */
  sized(count: number): number;
}

export interface Attack {
  readonly name: string;
  /** Resolves after `signal`, once everything it started has ended. */
  run(scene: AttackScene): Promise<void>;
}
