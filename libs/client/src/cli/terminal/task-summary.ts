import { type Task, VERIFICATION_STATUSES } from '../../api/api.js';
import { counted, grouped } from './format.js';
import { noteLine } from './note-line.js';
import { type Paint, printable, STATUS_STYLES } from './output.js';

const BAR_WIDTH = 30;

/**
 * The summary of a file: a bar for each status, the charge, and the decisions of the reader. `verifiedBy` is the name of the checker,
 * given where there are no credits.
 */
export function taskSummary(
  { summary, processed, checks_failed, credits, notes, sources }: Task,
  paint: Paint,
  verifiedBy?: string,
): readonly string[] {
  const nameWidth = Math.max(...VERIFICATION_STATUSES.map((status) => status.length));
  const countWidth = Math.max(...VERIFICATION_STATUSES.map((status) => grouped(summary[status]).length));
  const bars = VERIFICATION_STATUSES.map((status) => {
    const count = summary[status];
    const share = processed === 0 ? 0 : count / processed;
    // Even a small share is visible.
    const length = count === 0 ? 0 : Math.max(1, Math.round(share * BAR_WIDTH));
    const bar = paint(STATUS_STYLES[status], '█'.repeat(length)) + ' '.repeat(BAR_WIDTH - length);
    return `${status.padEnd(nameWidth)}  ${bar}  ${grouped(count).padStart(countWidth)}  ${percentOf(share)}`;
  });
  const failed =
    checks_failed === 0
      ? []
      : [
          `${counted(checks_failed, 'row')} could not be checked${verifiedBy === undefined ? ', which costs nothing' : ''}.`,
        ];
  const named = Object.entries(sources).map(([source, rows]) => `${printable(source)} ${grouped(rows)}`);
  return [
    ...bars,
    verifiedBy === undefined
      ? `${counted(credits.charged, 'credit was', 'credits were')} charged.`
      : `${counted(credits.charged, 'number was', 'numbers were')} verified, by ${verifiedBy}.`,
    ...failed,
    ...(named.length === 0 ? [] : [`By source: ${named.join(', ')}.`]),
    ...unknownLine(answeredUnknown({ processed, sources, summary })),
    ...notes.map(noteLine),
  ];
}

/** The fewest rows that a checker has answered with `unknown`: all others that have no source may be unknown too. */
function answeredUnknown({
  processed,
  sources,
  summary,
}: Pick<Task, 'processed' | 'sources' | 'summary'>): number {
  const answered = Object.values(sources).reduce((sum, rows) => sum + rows, 0);
  return summary.unknown - (processed - answered);
}

/** Explains why rows were charged although they are unknown: no app was asked. */
function unknownLine(rows: number): readonly string[] {
  if (rows <= 0) return [];
  return [
    `${counted(rows, 'row was', 'rows were')} answered with unknown. --columns status,reason says what was found, such as a line in service.`,
  ];
}

function percentOf(share: number): string {
  return `${(share * 100).toFixed(1).padStart(5)} %`;
}
