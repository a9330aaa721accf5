import type { CostReport } from '@dialproof/checkers/around';
import type { UpstreamFile } from '../upstream/upstream-file.js';
import type { SoakStack } from './soak-checker.js';
import type { SoakRun } from './soak-run.js';
import { truthOf } from './soak-truth.js';
import type { UpstreamCounts } from './soak-upstream.js';
import type { UpstreamsReport } from './upstreams-process.js';

/** The use of one upstream. */
export interface UpstreamUse extends UpstreamCounts {
  /** The fewest possible calls if none of them failed. */
  readonly idealCalls: number;
  /** The answered numbers, according to the report of costs. */
  readonly answers: number;
  readonly idealAnswers: number;
}

export interface SoakFigures {
  /** The most numbers of one call of the lookup of lines. */
  readonly numbersPerCall: number;
  readonly numbers: number;
  readonly rows: number;
  readonly charged: number;
  readonly checksFailed: number;
  readonly tookMs: number;
  readonly apps: UpstreamUse;
  readonly lines: UpstreamUse;
  /** The longest stalls of the processes, in milliseconds. */
  readonly stoodStillMs: { readonly service: number; readonly upstreams: number };
}

export interface SoakFigureParts {
  readonly file: UpstreamFile;
  readonly seed: number;
  readonly run: SoakRun;
  readonly upstreams: UpstreamsReport;
  /** The longest stall of the service's process, in milliseconds. */
  readonly stoodStillMs: number;
  readonly stack: SoakStack;
}

export function soakFigures({
  file,
  run,
  seed,
  stack,
  stoodStillMs,
  upstreams,
}: SoakFigureParts): SoakFigures {
  const truths = Array.from(file.askable, (number) => truthOf(number, seed));
  const unseen = truths.filter(({ isSeen }) => !isSeen);
  const offApp = unseen.filter(({ isOnApp }) => !isOnApp);
  const known = offApp.filter(({ line }) => line !== undefined);
  const costs = stack.costs();
  const sum = (of: (task: SoakRun['tasks'][number]['task']) => number): number =>
    run.tasks.reduce((total, { task }) => total + of(task), 0);
  return {
    numbersPerCall: stack.numbersPerCall,
    numbers: file.askable.size,
    rows: file.rows,
    charged: sum(({ credits }) => credits.charged),
    checksFailed: sum(({ checksFailed }) => checksFailed),
    tookMs: run.tookMs,
    apps: useOf(upstreams.apps, costs.apps, { idealCalls: unseen.length, idealAnswers: unseen.length }),
    lines: useOf(upstreams.lines, costs.lines, {
      idealCalls: Math.ceil(offApp.length / stack.numbersPerCall),
      idealAnswers: known.length,
    }),
    stoodStillMs: { service: stoodStillMs, upstreams: upstreams.stoodStillMs },
  };
}

function useOf(
  counts: UpstreamCounts,
  { byAnswer }: CostReport,
  ideal: Pick<UpstreamUse, 'idealAnswers' | 'idealCalls'>,
): UpstreamUse {
  const { check_failed: _, ...answers } = byAnswer;
  return {
    ...counts,
    ...ideal,
    answers: Object.values(answers).reduce((total, { numbers }) => total + numbers, 0),
  };
}

export function soakLines(figures: SoakFigures): string[] {
  const { charged, checksFailed, numbers, numbersPerCall, rows, stoodStillMs, tookMs } = figures;
  return [
    `${rows} rows with ${numbers} numbers to ask about, for two accounts at once, in ${(tookMs / 1_000).toFixed(1)} s`,
    ...useLines('the app, a number a call', figures.apps),
    ...useLines(`the lines, up to ${numbersPerCall} numbers a call`, figures.lines),
    `  ${charged} credits charged, ${checksFailed} rows whose check failed`,
    `  at the most, the service stood still for ${stoodStillMs.service} ms, and the upstreams for ${stoodStillMs.upstreams} ms`,
  ];
}

function useLines(name: string, use: UpstreamUse): string[] {
  const { answers, calls, faults, idealAnswers, idealCalls, longestWayMs, mostInASecond, numbers } = use;
  const ratio = (value: number, of: number): string => (value / of).toFixed(4);
  return [
    `  ${name}: ${calls} calls, ${ratio(calls, idealCalls)} times the ideal ${idealCalls}; ${faults} went wrong`,
    `    ${ratio(numbers, calls)} numbers a call, ${ratio(answers, idealAnswers)} answers a number`,
    `    in one second, at most ${use.mostBegunInASecond} calls began, and ${mostInASecond} arrived; at most ${longestWayMs.toFixed(0)} ms on the way`,
  ];
}
