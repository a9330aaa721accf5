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
  /** Numbers in the file that the checkers are asked about, at least. */
  readonly numbers: number;
  readonly seed: number;
  readonly stack: StackName;
  readonly limits: SoakLimits;
  /** For how long neither upstream takes calls, in the middle. */
  readonly outageMs: number;
  /** When to give up, in milliseconds. */
  readonly withinMs: number;
}

/** What is around the checkers: all wrappers, put together by hand, or what settings make. */
export const STACKS = ['wrappers', 'settings'] as const;
export type StackName = (typeof STACKS)[number];

/** Short, since a call that stalls holds its slot for so long. */
const CHECK_DEADLINE_MS = 5_000;

export interface SoakReport {
  readonly figures: SoakFigures;
  readonly violations: readonly string[];
}

/** Verifies one file for two accounts with everything around the checkers, over upstreams of which a fifth of the calls goes wrong. */
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
