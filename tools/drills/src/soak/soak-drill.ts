import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeUpstreamFile } from '../upstream/upstream-file.js';
import { Violations } from '../violations.js';
import { type SoakLimits, soakChecker } from './soak-checker.js';
import { checkRate, checkSoak } from './soak-checks.js';
import { type SoakFigures, soakFigures } from './soak-figures.js';
import { runSoak } from './soak-run.js';
import { StandstillWatch } from './standstill-watch.js';
import { UpstreamsProcess } from './upstreams-process.js';

export interface SoakOptions {
  /** Numbers in the file that the checkers are asked about, at least. */
  readonly numbers: number;
  readonly seed: number;
  readonly limits: SoakLimits;
  /** For how long neither upstream takes calls, in the middle. */
  readonly outageMs: number;
  /** When to give up, in milliseconds. */
  readonly withinMs: number;
}

/** So many seconds' worth of the app's calls are under way: half of them are the other account's, for the same numbers. */
const SECONDS_AT_ONCE = 1.5;

export interface SoakReport {
  readonly figures: SoakFigures;
  readonly violations: readonly string[];
}

/** Verifies one file for two accounts with everything around the checkers, over upstreams of which a fifth of the calls goes wrong. */
export async function runSoakDrill(options: SoakOptions): Promise<SoakReport> {
  const { limits, numbers, outageMs, seed, withinMs } = options;
  const file = makeUpstreamFile(numbers, seed);
  const violations = new Violations();
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-soak-'));
  const upstreams = await UpstreamsProcess.start({ numbers, seed, outageMs });
  const standstills = new StandstillWatch();
  try {
    const { appsUrl, linesUrl } = upstreams;
    const soaked = await soakChecker({ numbers: file.askable, seed, appsUrl, linesUrl, limits });
    const checkConcurrency = Math.ceil(limits.appCallsPerSecond * SECONDS_AT_ONCE);
    const run = await runSoak({
      file,
      checker: soaked.checker,
      checkConcurrency,
      folder,
      withinMs,
      violations,
    });
    const stoodStillMs = standstills.longestMs;
    const report = await upstreams.report();
    try {
      await checkSoak({ file, seed, run, violations });
    } finally {
      await run.parts.close();
    }
    checkRate('appCallsPerSecond', report.apps, limits, violations);
    checkRate('lineCallsPerSecond', report.lines, limits, violations);
    const costs = { apps: soaked.appCosts(), lines: soaked.lineCosts() };
    return {
      figures: soakFigures({ file, seed, run, upstreams: report, stoodStillMs, costs }),
      violations: violations.all,
    };
  } finally {
    standstills.close();
    await upstreams.stop();
    await rm(folder, { recursive: true });
  }
}
