import type { Task } from '@dialproof/core';
import type { UpstreamFile } from './upstream-file.js';
import type { UpstreamPlan } from './upstream-plans.js';
import type { FinishedRun } from './upstream-trial.js';

/** The outcome for one upstream. */
export interface UpstreamFigures {
  readonly name: string;
  /** Numbers that it had to be asked about. */
  readonly numbers: number;
  readonly answers: number;
  readonly calls: number;
  readonly idealCalls: number;
  readonly refusedCalls: { readonly failed: number; readonly unavailable: number };
  readonly charged: number;
  readonly checksFailed: number;
  readonly kills: number;
  readonly lostInFlight: number;
  readonly lostBefore: number;
  readonly oldestLostMs: number;
  readonly tookMs: number;
  /** The same by the clock of the drill. */
  readonly clockMs: number;
}

export function upstreamFigures(
  plan: UpstreamPlan,
  { askable }: UpstreamFile,
  { kills, tookMs, upstream }: FinishedRun,
  task: Task,
): UpstreamFigures {
  const { answeredBefore, inFlight, oldestMs } = upstream.repeats;
  return {
    name: plan.name,
    numbers: askable.size,
    answers: upstream.answers,
    calls: upstream.calls,
    idealCalls: plan.idealCalls(askable.size),
    refusedCalls: upstream.refusedCalls,
    charged: task.credits.charged,
    checksFailed: task.checksFailed,
    kills,
    lostInFlight: inFlight,
    lostBefore: answeredBefore,
    oldestLostMs: oldestMs,
    tookMs,
    clockMs: tookMs * plan.speed,
  };
}

export function figureLines(figures: UpstreamFigures): string[] {
  const { answers, calls, charged, checksFailed, idealCalls, kills, name, numbers, refusedCalls } = figures;
  const { clockMs, lostBefore, lostInFlight, oldestLostMs, tookMs } = figures;
  const beside = lostInFlight + lostBefore;
  return [
    name,
    `  ${numbers} numbers in ${seconds(tookMs)} s, ${duration(clockMs)} by the clock of the drill`,
    `  answers ${ratio(answers, numbers)} a number${kills === 0 ? '' : `, ${ratio(answers - beside, numbers)} beside what the kills lost`}`,
    `  calls   ${ratio(calls, numbers)} a number, ${ratio(calls, idealCalls)} times the ideal ${idealCalls}; ` +
      `${refusedCalls.failed} failed, ${refusedCalls.unavailable} said that no number can be checked`,
    `  ${charged} credits charged, ${checksFailed} rows whose check failed`,
    ...(kills === 0
      ? []
      : [
          `  ${kills} kills: ${lostInFlight} answers were under way, ${lostBefore} not recorded yet, the oldest for ${Math.round(oldestLostMs)} ms`,
        ]),
  ];
}

function ratio(value: number, of: number): string {
  return (value / of).toFixed(4);
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1);
}

function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes < 3 ? `${seconds(ms)} s` : `${minutes} minutes`;
}
