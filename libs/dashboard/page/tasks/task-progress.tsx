import { hasEnded, type Task } from '@dialproof/client';
import { useEffect, useRef } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { stateName } from './task-table.js';
import type { Pace } from './use-task.js';

export interface TaskProgressProps {
  readonly task: Task;
  readonly pace: Pace | undefined;
}

const BETWEEN_TENTHS_MS = 10_000;

/** The progress of a task, its pace, and the reason why it waits. */
export function TaskProgress({ task, pace }: TaskProgressProps) {
  const { texts, formats, announce } = useTools();
  const { processed, total, waiting } = task;
  // Screen readers hear each tenth, but not two soon after one another. The end has an announcement of its own.
  const tenths = total === 0 ? 0 : Math.floor((10 * processed) / total);
  const isOnItsWay = !hasEnded(task);
  const isSaid = isOnItsWay && tenths > 0 && tenths < 10;
  const saidAt = useRef(performance.now());
  useEffect(() => {
    const now = performance.now();
    if (!isSaid || now - saidAt.current < BETWEEN_TENTHS_MS) return;
    saidAt.current = now;
    announce(texts.task.announced(formats.percent(tenths / 10)));
  }, [tenths, isSaid, announce, texts, formats]);
  return (
    <>
      {isOnItsWay && (
        // The bar of the outcome shows the same.
        <progress
          class="visually-hidden"
          aria-label={stateName(task, texts)}
          value={processed}
          max={Math.max(total, 1)}
        />
      )}
      <p class="pace">
        {/* Before the first row, the headline says it. */}
        {processed > 0 && <span>{texts.task.progress(processed, total)}</span>}
        {isOnItsWay && waiting === null && pace !== undefined && (
          <>
            {pace.rowsPerMinute > 0 && <span>{texts.task.rate(formats.number(pace.rowsPerMinute))}</span>}
            {pace.leftMs !== undefined && <span>{texts.task.left(formats.duration(pace.leftMs))}</span>}
          </>
        )}
      </p>
      {waiting !== null && (
        <div class="notice warning" role="alert">
          <p>
            <strong>
              {waiting.reason === 'account_suspended' ? texts.task.suspended : texts.task.outage}
            </strong>
          </p>
          <p>{texts.failures.codes[waiting.reason]}</p>
          <p>
            {texts.task.outageSince(formats.dateTime(waiting.since))}{' '}
            {waiting.next_try_at !== null && texts.task.nextTry(formats.time(waiting.next_try_at))}
          </p>
        </div>
      )}
    </>
  );
}
