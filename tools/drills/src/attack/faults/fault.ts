import type { AttackTimes } from '../run-attack.js';

export interface FaultOptions {
  readonly times: AttackTimes;
  /** How much of the load's full size: 1 for all of it. */
  readonly share: number;
}

/** What came of something that goes wrong outside of the server while it is loaded. */
export interface FaultReport {
  /** What was seen, in sentences. */
  readonly seen: readonly string[];
  readonly violations: readonly string[];
}

/** Why it could not be tried here. */
export interface SkippedFault {
  readonly skipped: string;
}

export interface Fault {
  readonly name: string;
  run(options: FaultOptions): Promise<FaultReport | SkippedFault>;
}
