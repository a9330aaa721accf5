import { hasEnded, type PhoneList } from '@dialproof/client';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { Failure } from '../parts/failure.js';
import { Outcome } from '../tasks/status-chart.js';
import { TaskProgress } from '../tasks/task-progress.js';
import { stateName } from '../tasks/task-table.js';
import { useTask } from '../tasks/use-task.js';

/** How soon a list is looked at again whose task is being made. */
const PAUSE_MS = 2_000;

export interface RunUnderWayProps {
  readonly run: NonNullable<PhoneList['running']>;
  /** Whether the list is being looked at again. */
  readonly isLoading: boolean;
  /** Is called when the list is to be looked at again. */
  onEnd(): void;
}

/** The run that is not over: how far it is, and that it is over. */
export function RunUnderWay({ run: { began_at, task_id }, isLoading, onEnd }: RunUnderWayProps) {
  const { texts } = useTools();
  const isBegun = began_at !== null;
  useEffect(() => {
    if (isBegun || isLoading) return;
    const timer = setTimeout(onEnd, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isBegun, isLoading, onEnd]);
  return (
    <section class="card">
      <h2>{texts.task.processing}</h2>
      {isBegun ? <Progress taskId={task_id} onEnd={onEnd} /> : <p aria-busy="true">{texts.lists.starting}</p>}
    </section>
  );
}

function Progress({ taskId, onEnd }: { readonly taskId: string; onEnd(): void }) {
  const { texts, announce } = useTools();
  const { task, pace, error, isLost, again } = useTask(taskId);
  const outcome = task !== undefined && hasEnded(task) ? stateName(task, texts) : undefined;
  useEffect(() => {
    if (outcome === undefined) return;
    announce(outcome);
    onEnd();
  }, [outcome, onEnd, announce]);
  return (
    <>
      {isLost && <p class="notice warning">{texts.task.lost}</p>}
      <Failure error={error} onRetry={again} />
      {task !== undefined && (
        <>
          <Outcome task={task} />
          <TaskProgress task={task} pace={pace} />
        </>
      )}
      <p>
        <a href={addressOf({ page: 'task', taskId })}>{texts.lists.openRun}</a>
      </p>
    </>
  );
}
