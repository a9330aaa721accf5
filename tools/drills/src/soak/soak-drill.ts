import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeUpstreamFile } from '../upstream/upstream-file.js';
import { Violations } from '../violations.js';
import { type SoakLimits, soakChecker } from './soak-checker.js';
import { checkRate, checkSoak } from './soak-checks.js';
import { type SoakFigures, soakFigures } from './soak-figures.js';
import { runSoak } from './soak-run.js';
import { startAppUpstream, startLineUpstream } from './soak-upstream.js';

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

export interface SoakReport {
  readonly figures: SoakFigures;
  readonly violations: readonly string[];
}

/** Verifies one file for two accounts with everything around the checkers, over upstreams of which a fifth of the calls goes wrong. */
export async function runSoakDrill(options: SoakOptions): Promise<SoakReport> {
  const { limits, numbers, outageMs, seed, withinMs } = options;
  const file = makeUpstreamFile(numbers, seed);
  const faults = { seed, outageMs, outageAfter: Math.floor(file.askable.size / 3) };
  const violations = new Violations();
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-soak-'));
  const apps = await startAppUpstream(faults);
  const lines = await startLineUpstream(file.askable, { ...faults, outageAfter: faults.outageAfter / 2 });
  try {
    const soaked = await soakChecker({ numbers: file.askable, seed, apps, lines, limits });
    const run = await runSoak({ file, checker: soaked.checker, folder, withinMs, violations });
    try {
      await checkSoak({ file, seed, run, violations });
    } finally {
      await run.parts.close();
    }
    checkRate('appCallsPerSecond', apps, limits, violations);
    checkRate('lineCallsPerSecond', lines, limits, violations);
    const costs = { apps: soaked.appCosts(), lines: soaked.lineCosts() };
    return {
      figures: soakFigures({ file, seed, run, apps, lines, costs }),
      violations: violations.all,
    };
  } finally {
    await Promise.all([apps.close(), lines.close()]);
    await rm(folder, { recursive: true });
  }
}
