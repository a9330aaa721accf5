import { assertServerIsBuilt } from '../server/server-files.js';
import type { PhaseOptions, PhaseReport, SkippedPhase } from './phase.js';
import { ALL_PHASES } from './phases/all-phases.js';

export interface MachinesDrillOptions extends PhaseOptions {
  /** Only phases whose names contain one of these texts; all of them if the list is empty. */
  readonly only: readonly string[];
  readonly onPhase?: (name: string, report: PhaseReport | SkippedPhase, tookMs: number) => void;
}

/** Runs the phases of failures of many machines over one database. Resolves to the violations, in sentences. */
export async function runMachinesDrill(options: MachinesDrillOptions): Promise<readonly string[]> {
  assertServerIsBuilt();
  const { only, onPhase } = options;
  const violations: string[] = [];
  const phases = ALL_PHASES.filter(
    ({ name }) => only.length === 0 || only.some((text) => name.includes(text)),
  );
  if (phases.length === 0) {
    throw new RangeError(`no phase has one of ${JSON.stringify(only)} in its name: ${namesOfPhases()}`);
  }
  for (const phase of phases) {
    const began = performance.now();
    const report = await phase.run(options);
    onPhase?.(phase.name, report, performance.now() - began);
    if ('violations' in report) violations.push(...report.violations.map((each) => `${phase.name}: ${each}`));
  }
  return violations;
}

export function namesOfPhases(): string {
  return ALL_PHASES.map(({ name }) => name).join('; ');
}
