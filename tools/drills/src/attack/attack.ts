import type { Print } from '../harness/drill.js';

export interface AttackDrillOptions {
  /** Only attacks and faults whose names contain one of these texts. */
  readonly only: readonly string[];
  readonly seed: number;
  /** How long each attack lasts, unless it ends by itself. */
  readonly attackMs: number;
  /** The share of the attacks' full size, up to 1. */
  readonly share: number;
  readonly print: Print;
}

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
