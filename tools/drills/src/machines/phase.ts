/** How much a phase does. */
export interface DrillSize {
  readonly servers: number;
  readonly workers: number;
  readonly accounts: number;
  readonly files: number;
  readonly rows: number;
  /** Pause between two kills, and how many there are at most. */
  readonly killEveryMs: number;
  readonly maxKills: number;
  /** Credits that are spent ten times over. */
  readonly credits: number;
  /** How long services are away. */
  readonly awayMs: number;
  /** Whether it waits for what takes half a minute or more: uploads that were cut off, checks that fail, holds of checks that were broken off. */
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
  /** The revision whose server stands for the version before. Default: the newest one with an older schema. */
  readonly before?: string;
}

/** What came of a phase. */
export interface PhaseReport {
  /** What was seen, in sentences. */
  readonly seen: readonly string[];
  readonly violations: readonly string[];
}

/** Why it could not be tried here. */
export interface SkippedPhase {
  readonly skipped: string;
}

/** Something that happens to machines, and what has to hold all the same. */
export interface Phase {
  readonly name: string;
  run(options: PhaseOptions): Promise<PhaseReport | SkippedPhase>;
}
