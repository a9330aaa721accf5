import { percentile } from '../server/paced-checks.js';
import type { FaultReport, SkippedFault } from './faults/fault.js';
import { countsLine } from './faults/loaded-stage.js';
import { MAX_CALM_P99_MS, wasCalm } from './judge-attack.js';
import type { AttackFigures } from './run-attack.js';

/** One attack, in lines: its figures, and each thing that did not hold. */
export function attackLines(name: string, figures: AttackFigures, violations: readonly string[]): string[] {
  const { calm, calmWork, latencies, memory, openFiles, processor, replies, stop, storedMb, work } = figures;
  const whole = (value: number) => String(Math.round(value));
  const at = (values: readonly number[], share: number) => percentile(values, share).toFixed(1);
  return [
    name,
    `  became of it   ${countsLine(Object.entries(replies))}`,
    `  server         ${whole(memory.before)} MB before, ${whole(memory.peak)} at most, ${whole(memory.after)} after; ` +
      `${whole(processor * 100)} % of a processor; ${storedMb.toFixed(1)} MB more stored; files open ${openFiles.before}, ${openFiles.after} after`,
    `  others' checks median ${at(latencies, 0.5)} ms, p99 ${at(latencies, 0.99)} ms, longest ${at(latencies, 1)} ms; ` +
      `before ${at(calm, 0.5)}, ${at(calm, 0.99)}, ${at(calm, 1)} ms; ${countsLine(figures.victimStatuses)}`,
    `  work meanwhile median ${at(work, 0.5)} ms, p99 ${at(work, 0.99)} ms of the processor; before ${at(calmWork, 0.5)}, ${at(calmWork, 0.99)} ms`,
    ...(wasCalm(figures)
      ? []
      : [`  the machine is overloaded: p99 above ${MAX_CALM_P99_MS} ms before, times are not judged`]),
    `  SIGTERM        ${stop.how} after ${whole(stop.ms)} ms`,
    `  left behind    ${[figures.left, figures.leftAfterStop].filter((left) => left !== '').join('; ') || 'nothing'}`,
    ...violations.map((violation) => `  VIOLATION ${violation}`),
  ];
}

/** One fault, in lines. */
export function faultLines(name: string, report: FaultReport | SkippedFault): string[] {
  if ('skipped' in report) return [name, `  SKIPPED ${report.skipped}`];
  return [
    name,
    ...report.seen.map((sentence) => `  ${sentence}`),
    ...report.violations.map((violation) => `  VIOLATION ${violation}`),
  ];
}
