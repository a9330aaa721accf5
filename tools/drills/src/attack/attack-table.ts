import { percentile } from '../server/paced-checks.js';
import type { AttackOutcome } from './attack-drill.js';
import type { FaultReport, SkippedFault } from './faults/fault.js';
import { countsLine } from './faults/loaded-stage.js';
import { wasCalm } from './judge-attack.js';
import type { AttackFigures } from './run-attack.js';

const ATTACK_COLUMNS: Readonly<Record<string, (figures: AttackFigures) => string>> = {
  'became of it': ({ replies }) => countsLine(Object.entries(replies)),
  "others' checks: median before, during; p99 before, during; longest, ms": (figures) => {
    const { calm, latencies } = figures;
    const medians = `${at(calm, 0.5)}, ${at(latencies, 0.5)}`;
    const p99 = `${at(calm, 0.99)}, **${at(latencies, 0.99)}**`;
    return `${medians}; ${p99}; ${at(latencies, 1)}${wasCalm(figures) ? '' : ' (busy machine)'}`;
  },
  'event loop during a check: p99 before, during, ms': ({ calmWork, work }) =>
    `${at(calmWork, 0.99)}, **${at(work, 0.99)}**`,
  'memory before, most, after, MB': ({ memory }) =>
    [memory.before, memory.peak, memory.after].map(Math.round).join(', '),
  'processor, %': ({ processor }) => String(Math.round(processor * 100)),
  'stored, MB': ({ storedMb }) => storedMb.toFixed(1),
  SIGTERM: ({ stop }) => `${stop.how} after ${(stop.ms / 1_000).toFixed(1)} s`,
  'left behind': ({ left, leftAfterStop }) =>
    [left, leftAfterStop].filter((each) => each !== '').join('; ') || 'nothing',
};

/** The head of the table of attacks, as lines of Markdown. */
export const ATTACK_HEAD: readonly string[] = headOf(['attack', ...Object.keys(ATTACK_COLUMNS), 'held']);

/** The head of the table of faults. */
export const FAULT_HEAD: readonly string[] = headOf(['what goes wrong', 'what was seen', 'held']);

/** The row of one attack. */
export function attackRow(name: string, { figures, violations }: AttackOutcome): string {
  const cells = Object.values(ATTACK_COLUMNS).map((cell) => (figures === undefined ? '' : cell(figures)));
  return rowOf([name, ...cells, verdictOn(violations)]);
}

/** The row of one fault. */
export function faultRow(name: string, report: FaultReport | SkippedFault): string {
  if ('skipped' in report) return rowOf([name, `SKIPPED ${report.skipped}`, '']);
  return rowOf([name, report.seen.join('; '), verdictOn(report.violations)]);
}

function headOf(columns: readonly string[]): readonly string[] {
  return [rowOf(columns), `|${'---|'.repeat(columns.length)}`];
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The violations are listed below the table. */
function verdictOn(violations: readonly string[]): string {
  return violations.length === 0 ? 'yes' : '**no**';
}

function at(values: readonly number[], share: number): string {
  return percentile(values, share).toFixed(1);
}
