import { STORED_STATES, type StoredState } from '../server/stored-tasks.js';
import type { FinalFigures } from './final-checks.js';
import { KILL_PHASES } from './kill-plan.js';
import type { RoundFigures } from './round.js';

/** The measurements and findings of a drill. */
export interface DrillReport {
  readonly rounds: readonly RoundFigures[];
  readonly kills: number;
  readonly tasks: number;
  readonly rows: number;
  /** Verified numbers in answered files. */
  readonly numbers: number;
  /** Undefined if the drill could not be finished. */
  readonly final: FinalFigures | undefined;
  readonly violations: readonly string[];
}

export function roundLine({ round, phase, files, accepted, left, readyMs, doneMs }: RoundFigures): string {
  const done = doneMs === undefined ? 'not waited for' : `done ${Math.round(doneMs)} ms`;
  return (
    `round ${String(round).padStart(2)}  ${phase.padEnd(9)}  ${accepted} of ${files} files answered  ` +
    `ready ${Math.round(readyMs)} ms, ${done}  left: ${countStates(left)}`
  );
}

export function reportLines(report: DrillReport): string[] {
  const { final, kills, numbers, rounds, rows, tasks, violations } = report;
  const phases = KILL_PHASES.map(
    (phase) => `${rounds.filter((round) => round.phase === phase).length} ${phase}`,
  );
  return [
    `${rounds.length} rounds, ${kills} kills (${phases.join(', ')})`,
    `left by the kills: ${countStates(rounds.flatMap(({ left }) => left))}`,
    `${tasks} tasks answered, ${rows} rows, ${numbers} numbers verified in them`,
    ...(final === undefined ? [] : finalLines(final)),
    `start to ready: ${spread(rounds.map(({ readyMs }) => readyMs))}`,
    `start to all done: ${spread(rounds.flatMap(({ doneMs }) => doneMs ?? []))}`,
    ...violations.map((violation) => `VIOLATION ${violation}`),
    violations.length === 0 ? 'Everything held.' : `Violations: ${violations.length}.`,
  ];
}

function finalLines({
  charged,
  granted,
  held,
  unansweredTasks,
  unansweredWithoutTask,
}: FinalFigures): string[] {
  return [
    `${granted} credits granted, ${charged} charged, ${held} held`,
    `sent whole and not answered: ${unansweredTasks} became tasks, ${unansweredWithoutTask} left nothing`,
  ];
}

function countStates(states: readonly StoredState[]): string {
  const counts = STORED_STATES.map(
    (state) => [states.filter((found) => found === state).length, state] as const,
  );
  const found = counts.filter(([count]) => count > 0).map(([count, state]) => `${count} ${state}`);
  return found.length === 0 ? 'nothing' : found.join(', ');
}

function spread(values: readonly number[]): string {
  if (values.length === 0) return 'not measured';
  const sorted = values.toSorted((a, b) => a - b).map(Math.round);
  return `median ${sorted[Math.floor(sorted.length / 2)]} ms, longest ${sorted.at(-1)} ms`;
}
