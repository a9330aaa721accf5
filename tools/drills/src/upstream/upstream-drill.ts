import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DrillFailure } from '../drill-failure.js';
import { Violations } from '../violations.js';
import { runKilledPlan } from './killed-run.js';
import { checkOutcome } from './outcome-check.js';
import type { StoreKind } from './service-parts.js';
import { type UpstreamFigures, upstreamFigures } from './upstream-figures.js';
import { makeUpstreamFile, type UpstreamFile } from './upstream-file.js';
import { UPSTREAM_PLANS, type UpstreamPlan } from './upstream-plans.js';
import { runPlan } from './upstream-run.js';
import type { UpstreamTrial } from './upstream-trial.js';

export interface UpstreamDrillOptions {
  /** The fewest numbers that each upstream has to be asked about. */
  readonly numbers: number;
  readonly seed: number;
  /** Only upstreams whose names contain this text. */
  readonly only: string;
  /** The stores of the services. Killed services always use a database in a file. */
  readonly store: StoreKind;
  /** `figures` is undefined if the drill of this upstream could not be finished. */
  readonly onUpstream: (
    name: string,
    figures: UpstreamFigures | undefined,
    violations: readonly string[],
  ) => void;
}

const WITHIN_MS = 60_000;
const WITHIN_MS_PER_NUMBER = 10;

/** Sends a file to a service for each upstream and checks the outcome. Resolves to the number of violations. */
export async function runUpstreamDrill(options: UpstreamDrillOptions): Promise<number> {
  const { numbers, only, onUpstream, seed } = options;
  const file = makeUpstreamFile(numbers, seed);
  let count = 0;
  for (const plan of UPSTREAM_PLANS.filter(({ name }) => name.includes(only))) {
    const violations = new Violations();
    const figures = await tryUpstream(options, plan, file, violations);
    count += violations.all.length;
    onUpstream(plan.name, figures, violations.all);
  }
  return count;
}

async function tryUpstream(
  { numbers, seed, store }: UpstreamDrillOptions,
  plan: UpstreamPlan,
  file: UpstreamFile,
  violations: Violations,
): Promise<UpstreamFigures | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'dialproof-upstream-'));
  const withinMs = WITHIN_MS + WITHIN_MS_PER_NUMBER * numbers;
  const trial: UpstreamTrial = { plan, file, store, folder, seed, withinMs, violations };
  try {
    const run = await (plan.kills === 0 ? runPlan(trial) : runKilledPlan(trial));
    try {
      return upstreamFigures(plan, file, run, await checkOutcome(trial, run));
    } finally {
      await run.parts.close();
    }
  } catch (error) {
    if (!(error instanceof DrillFailure)) throw error;
    violations.add(error.message);
    return undefined;
  } finally {
    await rm(folder, { recursive: true });
  }
}
