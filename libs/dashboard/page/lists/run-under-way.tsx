import { hasEnded, type PhoneList } from '@dialproof/client';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { Failure } from '../parts/failure.js';
import { Outcome } from '../tasks/status-chart.js';
import { TaskProgress } from '../tasks/task-progress.js';
import { useTask } from '../tasks/use-task.js';

/** How soon a list is looked at again whose task is being made. */
const PAUSE_MS = 2_000;

export interface RunUnderWayProps {
  readonly run: NonNullable<PhoneList['running']>;
  /** Is called when the list is to be looked at again. */
  onEnd(): void;
}

/** The run that is not over: how far it is, and that it is over. */
export function RunUnderWay({ run: { began_at, task_id }, onEnd }: RunUnderWayProps) {
  const { texts } = useTools();
  const isBegun = began_at !== null;
  useEffect(() => {
    if (isBegun) return;
    const timer = setInterval(onEnd, PAUSE_MS);
    return () => clearInterval(timer);
  }, [isBegun, onEnd]);
  return (
    <section class="card">
      <h2>{texts.lists.verifying}</h2>
      {isBegun ? <Progress taskId={task_id} onEnd={onEnd} /> : <p aria-busy="true">{texts.lists.starting}</p>}
    </section>
  );
}

function Progress({ taskId, onEnd }: { readonly taskId: string; onEnd(): void }) {
  const { texts, announce } = useTools();
  const { task, pace, error, isLost, again } = useTask(taskId);
  const isOver = task !== undefined && hasEnded(task);
  useEffect(() => {
    if (!isOver) return;
    announce(texts.task.done);
    onEnd();
  }, [isOver, onEnd, announce, texts]);
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
