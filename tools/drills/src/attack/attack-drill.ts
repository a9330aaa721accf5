import { assertServerIsBuilt } from '../server/server-files.js';
import type { Attack } from './attackers/attack.js';
import { ATTACKS } from './attackers/attacks.js';
import type { FaultReport, SkippedFault } from './faults/fault.js';
import { FAULTS } from './faults/faults.js';
import { judgeFigures, judgeTimes, judgeWork, wasCalm } from './judge-attack.js';
import { type AttackFigures, type AttackTimes, runAttack } from './run-attack.js';
import { closeStage, makeDoneTask, openStage, type Stage } from './stage.js';

export interface AttackDrillOptions {
  /** Only the attacks and faults whose names hold one of these texts; all of them without any. */
  readonly only: readonly string[];
  readonly times: AttackTimes;
  /** How much of the attacks' full size: 1 for all of it. */
  readonly share: number;
  /** Whether the times are judged, where the machine allows that. */
  readonly judgesTimes: boolean;
  readonly onAttack?: (name: string, figures: AttackFigures, violations: readonly string[]) => void;
  readonly onFault?: (name: string, report: FaultReport | SkippedFault) => void;
}

/** Attacks the example server in every way there is and takes away what it stands on. Resolves to what did not hold, in sentences. */
export async function runAttackDrill(options: AttackDrillOptions): Promise<readonly string[]> {
  assertServerIsBuilt();
  const { only, onFault, share, times } = options;
  const violations: string[] = [];
  const isMeant = ({ name }: { readonly name: string }) =>
    only.length === 0 || only.some((text) => name.includes(text));
  const attacks = ATTACKS.filter(isMeant);
  if (attacks.length > 0) {
    const stage = await openStage();
    try {
      const doneTaskId = await makeDoneTask(stage, share);
      for (const attack of attacks) {
        const found = await runTwice(stage, attack, { ...options, doneTaskId });
        violations.push(...found.map((sentence) => `${attack.name}: ${sentence}`));
      }
    } finally {
      await closeStage(stage);
    }
  }
  for (const fault of FAULTS.filter(isMeant)) {
    const report = await fault.run({ times, share });
    if ('violations' in report) violations.push(...report.violations.map((each) => `${fault.name}: ${each}`));
    onFault?.(fault.name, report);
  }
  return violations;
}

/** Once, and once more when a time did not hold: others at work on the machine can double every time, but seldom twice. */
async function runTwice(
  stage: Stage,
  attack: Attack,
  options: AttackDrillOptions & { readonly doneTaskId: string },
): Promise<readonly string[]> {
  let figures = await runAttack(stage, attack, options);
  let [broken, late] = [judgeFigures(figures), lateIn(figures, options)];
  if (late.length > 0) {
    figures = await runAttack(stage, attack, options);
    [broken, late] = [[...broken, ...judgeFigures(figures)], lateIn(figures, options)];
  }
  const found = [...broken, ...late];
  options.onAttack?.(attack.name, figures, found);
  return found;
}

function lateIn(figures: AttackFigures, { judgesTimes }: AttackDrillOptions): readonly string[] {
  if (!judgesTimes) return [];
  return [...judgeWork(figures), ...(wasCalm(figures) ? judgeTimes(figures) : [])];
}
