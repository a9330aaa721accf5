import { setTimeout as delay } from 'node:timers/promises';
import { DrillFailure } from '../drill-failure.js';
import { assertServerIsBuilt } from '../server/server-files.js';
import type { Attack } from './attackers/attack.js';
import { ATTACKS } from './attackers/attacks.js';
import type { Fault, FaultReport, SkippedFault } from './faults/fault.js';
import { FAULTS } from './faults/faults.js';
import { type Installation, makeInstallation, openCopy } from './installation.js';
import { judgeFigures, judgeTimes, judgeWork, wasCalm } from './judge-attack.js';
import { type AttackFigures, type AttackTimes, runAttack } from './run-attack.js';
import { closeStage } from './stage.js';

export interface AttackDrillOptions {
  /** Only attacks and faults whose names contain one of these texts; all of them if the list is empty. */
  readonly only: readonly string[];
  readonly times: AttackTimes;
  /** The share of the attacks' full size, up to 1. */
  readonly share: number;
  /** Whether the times are judged, if the machine allows that. */
  readonly judgesTimes: boolean;
  /** Attacks that have not begun by then are left out, which is a violation. In the last third of it, no attack is repeated. */
  readonly withinMs: number;
  readonly onAttack?: (name: string, outcome: AttackOutcome) => void;
  readonly onFault?: (name: string, report: FaultReport | SkippedFault) => void;
}

/** The outcome of an attack. */
export interface AttackOutcome {
  /** The figures of its last run; undefined if it could not be completed. */
  readonly figures: AttackFigures | undefined;
  /** The violations, in sentences. */
  readonly violations: readonly string[];
}

/** How much longer than the attack itself the measurements before and after it may take. */
const BESIDES_MS = 120_000;

/** The latest time for repeating an attack, as a share of the whole. */
const AGAIN_SHARE = 2 / 3;

/** Runs all attacks on the example server, and all faults of its disk, folder and clock. Resolves to the violations, in sentences. */
export async function runAttackDrill(options: AttackDrillOptions): Promise<readonly string[]> {
  assertServerIsBuilt();
  const { only, onAttack, onFault, share, withinMs } = options;
  const violations: string[] = [];
  const isMeant = ({ name }: { readonly name: string }) =>
    only.length === 0 || only.some((text) => name.includes(text));
  const attacks = ATTACKS.filter(isMeant);
  const began = performance.now();
  const passed = () => (performance.now() - began) / withinMs;
  if (attacks.length > 0) {
    const installation = await makeInstallation(share);
    try {
      for (const attack of attacks) {
        const outcome =
          passed() > 1 ? OUT_OF_TIME : await attacked(installation, attack, options, passed() < AGAIN_SHARE);
        violations.push(...outcome.violations.map((sentence) => `${attack.name}: ${sentence}`));
        onAttack?.(attack.name, outcome);
      }
    } finally {
      installation.folder.remove();
    }
  }
  for (const fault of FAULTS.filter(isMeant)) {
    const report = passed() > 1 ? { seen: [], ...OUT_OF_TIME } : await suffered(fault, options);
    if ('violations' in report) violations.push(...report.violations.map((each) => `${fault.name}: ${each}`));
    onFault?.(fault.name, report);
  }
  return violations;
}

const OUT_OF_TIME: AttackOutcome = {
  figures: undefined,
  violations: ['there was no time left to try it'],
};

/** Attacks once, and again after a time was exceeded: other load on the machine can double every time, but seldom twice. */
async function attacked(
  installation: Installation,
  attack: Attack,
  options: AttackDrillOptions,
  mayRepeat: boolean,
): Promise<AttackOutcome> {
  const first = await attackedOnce(installation, attack, options);
  const late = lateIn(first, options);
  if (late.length === 0 || !mayRepeat) return { ...first, violations: [...first.violations, ...late] };
  const second = await attackedOnce(installation, attack, options);
  return {
    figures: second.figures,
    violations: [...first.violations, ...second.violations, ...lateIn(second, options)],
  };
}

/** Attacks a separate server. A failure of the attack is a violation, and does not affect other attacks. */
async function attackedOnce(
  installation: Installation,
  attack: Attack,
  options: AttackDrillOptions,
): Promise<AttackOutcome> {
  try {
    const stage = await openCopy(installation);
    try {
      const running = runAttack(stage, attack, { ...options, doneTaskId: installation.doneTaskId });
      const figures = await endedWithin(options.times.attackMs + BESIDES_MS, running);
      return { figures, violations: judgeFigures(figures) };
    } finally {
      await closeStage(stage);
    }
  } catch (error) {
    return { figures: undefined, violations: [brokenOff(error)] };
  }
}

async function suffered(fault: Fault, options: AttackDrillOptions): Promise<FaultReport | SkippedFault> {
  try {
    return await fault.run(options);
  } catch (error) {
    return { seen: [], violations: [brokenOff(error)] };
  }
}

/** Resolves to the result of `running`, and rejects with DrillFailure if that takes too long. */
async function endedWithin<Result>(ms: number, running: Promise<Result>): Promise<Result> {
  const inTime = new AbortController();
  const late = async () => {
    await delay(ms, undefined, { signal: inTime.signal });
    throw new DrillFailure(`it did not end within ${ms} ms`);
  };
  try {
    return await Promise.race([running, late()]);
  } finally {
    inTime.abort();
    // It may fail in any way once its server is gone.
    running.catch(() => {});
  }
}

function brokenOff(error: unknown): string {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return `it was broken off: ${reason}`;
}

function lateIn({ figures }: AttackOutcome, { judgesTimes }: AttackDrillOptions): readonly string[] {
  if (!judgesTimes || figures === undefined) return [];
  return [...judgeWork(figures), ...(wasCalm(figures) ? judgeTimes(figures) : [])];
}
