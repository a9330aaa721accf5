import { hasEnded, isDialproofError, type Task } from '@dialproof/client';
import { useEffect, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { Facts } from '../parts/facts.js';
import { Failure, failureText } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { NoteLine, Notes } from '../parts/notes.js';
import { Downloads } from './downloads.js';
import { ResultCard, reachableText, StatusTable } from './status-chart.js';
import { TaskActions } from './task-actions.js';
import { TaskProgress } from './task-progress.js';
import { stateName, TaskBadge } from './task-table.js';
import { useTask } from './use-task.js';

/** One file on its way, and its result. */
export function TaskPage({ taskId }: { readonly taskId: string }) {
  const { texts } = useTools();
  const { task, pace, error, isLost, again } = useTask(taskId);
  useTitle(task);
  if (isDialproofError(error, 'task_not_found')) {
    return (
      <section>
        <Heading>{texts.pages.task}</Heading>
        <p>{failureText(error, texts)}</p>
        <a href="#/history">{texts.pages.history}</a>
      </section>
    );
  }
  return (
    <section>
      <Heading>
        <bdi>{task?.file_name ?? texts.pages.task}</bdi>
      </Heading>
      {isLost && <p class="notice warning">{texts.task.lost}</p>}
      <Failure error={error} onRetry={again} />
      {task === undefined ? (
        error === undefined && <p aria-busy="true">{texts.loading}</p>
      ) : (
        <>
          <TaskState task={task} />
          {/* The downloads take the place of the progress, so that nothing moves when the file is done. */}
          {(task.processed > 0 || !hasEnded(task)) && (
            <>
              <ResultCard task={task}>
                {task.status !== 'done' && <TaskProgress task={task} pace={isLost ? undefined : pace} />}
                {hasEnded(task) ? <Downloads task={task} /> : <TaskActions task={task} onChange={again} />}
              </ResultCard>
              <StatusTable task={task} />
            </>
          )}
          {hasEnded(task) && <TaskActions task={task} onChange={again} />}
          <Notes title={texts.task.notes}>
            {task.notes.map((note) => (
              <NoteLine
                key={note.code}
                note={note}
                fix={note.code === 'country_needed' && <span class="fix">{texts.task.withCountry}</span>}
              />
            ))}
          </Notes>
          <TaskFacts task={task} />
        </>
      )}
    </section>
  );
}

/** Says in the title of the tab how far the file is, for whoever works in another one meanwhile. */
function useTitle(task: Task | undefined): void {
  const { texts, formats } = useTools();
  const state =
    task === undefined || hasEnded(task)
      ? task && stateName(task, texts)
      : formats.percent(task.processed / Math.max(task.total, 1));
  const name = task?.file_name;
  useEffect(() => {
    if (state !== undefined && name !== undefined) document.title = `${state} · ${name}`;
  }, [state, name]);
}

/** The state of the task in words; screen readers announce its changes, and its outcome once it has ended. */
function TaskState({ task }: { readonly task: Task }) {
  const { texts, formats, announce } = useTools();
  const state = stateName(task, texts);
  const outcome = hasEnded(task) ? reachableText(task, texts, formats) : undefined;
  const [before, setBefore] = useState(hasEnded(task) ? undefined : state);
  useEffect(() => {
    if (state === before) return;
    setBefore(state);
    announce(outcome === undefined ? state : `${state}. ${outcome}`);
  }, [state, before, outcome, announce]);
  return (
    <>
      <p class="state actions">
        <TaskBadge task={task} />
        <small>
          {hasEnded(task) ? texts.task.charged(task.credits.charged) : texts.task.held(task.credits.held)}
        </small>
      </p>
      {task.failure_reason !== null && (
        <p>{texts.task.reasons[task.failure_reason] ?? texts.failures.codes[task.failure_reason]}</p>
      )}
    </>
  );
}

/** Further facts of a task. */
function TaskFacts({ task }: { readonly task: Task }) {
  const { texts, formats } = useTools();
  const facts = [
    { label: texts.task.column, value: task.phone_column },
    { label: texts.task.sheet, value: task.sheet },
    { label: texts.words.encoding, value: task.encoding },
    { label: texts.words.submitted, value: formats.dateTime(task.created_at) },
    { label: texts.task.finished, value: task.finished_at && formats.dateTime(task.finished_at) },
  ];
  return (
    <details>
      <summary>{texts.task.facts}</summary>
      <Facts facts={facts} />
    </details>
  );
}
