import { createHash } from 'node:crypto';
import { VERIFICATION_STATUSES } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import type { ResultSelection } from './result-request.js';

/**
 * To be raised with every change of the code, or of a library that it uses, after which the same task gives other bytes: clients that
 * have the old ones would get 304 for ever. `result-version.test.ts` fails when it was forgotten.
 */
export const RENDERER_VERSION = 3;

/**
 * A text of letters, digits, - and _ that stands for the bytes of a result: the same for the same bytes, another for any others. Nothing
 * has to be rendered for it, since a task that has ended changes only by a retry.
 */
export function resultVersion(task: Task, selection: ResultSelection, before?: Task): string {
  const { columns, format, statuses, neutralizeFormulas } = selection;
  const facts = [
    RENDERER_VERSION,
    task.taskId,
    answersOf(task),
    format,
    // In their own order, whatever order they were asked for in.
    statuses === undefined ? null : VERIFICATION_STATUSES.filter((status) => statuses.has(status)),
    columns,
    neutralizeFormulas,
    // One zlib packs the same text into other bytes than another does.
    format === 'xlsx' ? [process.versions.zlib, process.arch] : null,
    ...(before === undefined ? [] : [before.taskId, answersOf(before)]),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
}

/** A retry makes another result of the same task. */
function answersOf({ finishedAt, processed, summary }: Task): readonly unknown[] {
  return [finishedAt, processed, VERIFICATION_STATUSES.map((status) => summary[status])];
}
