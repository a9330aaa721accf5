/** The size of a phase. */
export interface DrillSize {
  readonly servers: number;
  readonly workers: number;
  readonly accounts: number;
  readonly files: number;
  readonly rows: number;
  /** The pause between two kills, and the most kills. */
  readonly killEveryMs: number;
  readonly maxKills: number;
  /** Credits that are spent ten times over. */
  readonly credits: number;
  /** How long services are stopped. */
  readonly awayMs: number;
  /** Whether it waits for events that take half a minute or more: interrupted uploads, failing checks, holds of interrupted checks. */
  readonly isPatient: boolean;
}

export const FULL_SIZE: DrillSize = {
  servers: 3,
  workers: 4,
  accounts: 10,
  files: 20,
  rows: 10_000,
  killEveryMs: 1_000,
  maxKills: Number.POSITIVE_INFINITY,
  credits: 1_000,
  awayMs: 30_000,
  isPatient: true,
};

export interface PhaseOptions {
  readonly size: DrillSize;
  readonly seed: number;
  /** The revision whose server serves as the earlier version. Default: the newest one with an older schema. */
  readonly before?: string;
}

/** The outcome of a phase. */
export interface PhaseReport {
  /** Observations, in sentences. */
  readonly seen: readonly string[];
  readonly violations: readonly string[];
}

/** The reason why the phase could not be tried here. */
export interface SkippedPhase {
  readonly skipped: string;
}

/** Something that happens to machines, and the promises that have to hold all the same. */
export interface Phase {
  readonly name: string;
  run(options: PhaseOptions): Promise<PhaseReport | SkippedPhase>;
}
