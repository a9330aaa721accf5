import { hasEnded, type Task } from '@dialproof/client';
import { addressOf } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { Table } from '../parts/table.js';
import type { Texts } from '../texts/en.js';
import { Outcome, reachableRows } from './outcome.js';

export interface TaskTableProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly tasks: readonly Task[];
}

/** Files, each with its state, its outcome and its cost. */
export function TaskTable({ label, tasks }: TaskTableProps) {
  const { texts, formats } = useTools();
  const { history } = texts;
  const labelOf = (task: Task): string | undefined => {
    const count = reachableRows(task);
    return task.processed === 0
      ? undefined
      : texts.task.reachable(formats.percent(count / task.processed), count, task.processed);
  };
  const headers = [
    history.file,
    history.status,
    history.outcome,
    history.rows,
    history.cost,
    history.submitted,
  ];
  return (
    <Table label={label} headers={headers} counts={[3, 4]}>
      {tasks.map((task) => (
        <tr key={task.task_id}>
          <th scope="row">
            <a href={addressOf({ page: 'task', taskId: task.task_id })}>
              <bdi>{task.file_name}</bdi>
            </a>
          </th>
          <td>
            <TaskBadge task={task} />
            {!hasEnded(task) && (
              <>
                {' '}
                <small>{formats.percent(task.processed / Math.max(task.total, 1))}</small>
              </>
            )}
          </td>
          <td>
            <Outcome task={task} label={labelOf(task)} />
          </td>
          <td class="count">{formats.number(task.total)}</td>
          <td class="count">{formats.number(hasEnded(task) ? task.credits.charged : task.credits.held)}</td>
          <td class="when">{formats.dateTime(task.created_at)}</td>
        </tr>
      ))}
    </Table>
  );
}

/** The state of a file in one word. */
export function stateName({ status, failure_reason }: Task, texts: Texts): string {
  return failure_reason === 'cancelled' ? texts.task.cancelled : texts.task[status];
}

/** The same, with a colour that says nothing more. */
export function TaskBadge({ task }: { readonly task: Task }) {
  const { texts } = useTools();
  return <span class={`badge ${task.status}`}>{stateName(task, texts)}</span>;
}
