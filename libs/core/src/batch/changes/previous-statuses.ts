import type { VerificationStatus } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import { NO_NUMBER } from '../row-block.js';
import { type CompareSettings, compareTasks, NOWHERE } from './compare-tasks.js';

/** The status that the result of another task shows for a number of a task; empty if it is not there. */
export type PreviousStatus = (number: number) => VerificationStatus | '';

/** Both tasks are compared when it is first called. */
export function previousStatuses(
  settings: CompareSettings,
  tasks: { readonly after: Task; readonly before: Task },
  signal: AbortSignal | undefined,
): () => Promise<PreviousStatus> {
  let found: Promise<PreviousStatus> | undefined;
  const find = async (): Promise<PreviousStatus> => {
    const compared = await compareTasks(settings, tasks, signal);
    // The numbers themselves need not stay in memory while the result is read.
    const { indexBefore } = compared;
    const { answers } = compared.before;
    return (number) => {
      const index = number === NO_NUMBER ? NOWHERE : (indexBefore[number] ?? NOWHERE);
      return index === NOWHERE ? '' : answers.status(index);
    };
  };
  return () => (found ??= find());
}
