import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeUpstreamFile } from '../upstream/upstream-file.js';
import { Violations } from '../violations.js';
import { stampRequests } from './call-stamp.js';
import { configuredStack } from './configured-stack.js';
import { type SoakLimits, wrappedStack } from './soak-checker.js';
import { checkRate, checkSoak } from './soak-checks.js';
import { type SoakFigures, soakFigures } from './soak-figures.js';
import { runSoak } from './soak-run.js';
import { StandstillWatch } from './standstill-watch.js';
import { UpstreamsProcess } from './upstreams-process.js';

export interface SoakOptions {
  /** The fewest numbers in the file that the checkers are asked about. */
  readonly numbers: number;
  readonly seed: number;
  readonly stack: StackName;
  readonly limits: SoakLimits;
  /** How long neither upstream accepts calls, in the middle. */
  readonly outageMs: number;
  /** When to give up, in milliseconds. */
  readonly withinMs: number;
}

/** The composition of the checkers: all wrappers, combined by hand, or those that settings make. */
export const STACKS = ['wrappers', 'settings'] as const;
export type StackName = (typeof STACKS)[number];

/** Short, since a stalled call occupies its slot until then. */
const CHECK_DEADLINE_MS = 5_000;

export interface SoakReport {
  readonly figures: SoakFigures;
  readonly violations: readonly string[];
}

/** Verifies one file for two accounts with all wrappers of checkers, over upstreams that fail a fifth of the calls. */
export async function runSoakDrill(options: SoakOptions): Promise<SoakReport> {
  const { limits, numbers, outageMs, seed, stack, withinMs } = options;
  const file = makeUpstreamFile(numbers, seed);
  const violations = new Violations();
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-soak-'));
  const upstreams = await UpstreamsProcess.start({ numbers, seed, outageMs });
  const standstills = new StandstillWatch();
  const { appsUrl, linesUrl } = upstreams;
  const stopStamping = stampRequests([appsUrl, linesUrl]);
  try {
    const makeStack = stack === 'wrappers' ? wrappedStack : configuredStack;
    const checkDeadlineMs = CHECK_DEADLINE_MS;
    const stackOptions = { numbers: file.askable, seed, appsUrl, linesUrl, limits, checkDeadlineMs, folder };
    const made = await makeStack(stackOptions);
    const run = await runSoak({ file, stack: made, checkDeadlineMs, folder, withinMs, violations });
    const stoodStillMs = standstills.longestMs;
    const report = await upstreams.report();
    try {
      await checkSoak({ file, seed, run, violations });
    } finally {
      await run.parts.close();
    }
    checkRate('appCallsPerSecond', report.apps, limits, violations);
    checkRate('lineCallsPerSecond', report.lines, limits, violations);
    return {
      figures: soakFigures({ file, seed, run, stack: made, upstreams: report, stoodStillMs }),
      violations: violations.all,
    };
  } finally {
    stopStamping();
    standstills.close();
    await upstreams.stop();
    await rm(folder, { recursive: true });
  }
}
