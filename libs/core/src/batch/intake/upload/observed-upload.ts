import { isDialproofError } from '../../../model/errors.js';
import type { Task } from '../../../model/task.js';
import type { ObservedUpload } from '../../../ports/optional/service-observer.js';
import type { IntakeSettings } from '../../batch-settings.js';

/** A task that a file is, and whether it was one before. */
export interface TakenFile {
  readonly task: Task;
  readonly isRepeat: boolean;
}

/** Takes a file, and tells the observer how that ended. */
export async function observedUpload(
  { clock, observer }: Pick<IntakeSettings, 'clock' | 'observer'>,
  take: () => Promise<TakenFile>,
): Promise<Task> {
  if (observer?.onUpload === undefined) return (await take()).task;
  const beganAt = clock.elapsed();
  const tell = (outcome: ObservedUpload['outcome'], rows: number): void =>
    observer.onUpload?.({ outcome, rows, durationMs: clock.elapsed() - beganAt });
  try {
    const { isRepeat, task } = await take();
    if (isRepeat) tell('repeated', 0);
    else tell('queued', task.total);
    return task;
  } catch (error) {
    tell(isDialproofError(error) ? error.code : 'internal_error', 0);
    throw error;
  }
}
