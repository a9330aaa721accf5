import type { AttackTimes } from '../run-attack.js';

export interface FaultOptions {
  readonly times: AttackTimes;
  /** The share of the load's full size, up to 1. */
  readonly share: number;
}

/** The outcome of a fault outside of the server while it is under load. */
export interface FaultReport {
  /** Observations, in sentences. */
  readonly seen: readonly string[];
  readonly violations: readonly string[];
}

/** The reason why the fault could not be tried here. */
export interface SkippedFault {
  readonly skipped: string;
}

export interface Fault {
  readonly name: string;
  run(options: FaultOptions): Promise<FaultReport | SkippedFault>;
}
