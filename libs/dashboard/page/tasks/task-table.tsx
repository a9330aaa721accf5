import { hasEnded, type Task } from '@dialproof/client';
import { addressOf } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { type Column, Row, Table } from '../parts/table.js';
import { When } from '../parts/when.js';
import type { Texts } from '../texts/en.js';
import { DownloadButton } from './downloads.js';
import { Outcome, reachableText } from './status-chart.js';

export interface TaskTableProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly tasks: readonly Task[];
}

/** Files, each with its state, its outcome and its cost. */
export function TaskTable({ label, tasks }: TaskTableProps) {
  const { texts, formats } = useTools();
  const { words } = texts;
  const columns: readonly Column[] = [
    { name: words.file, kind: 'name' },
    { name: words.status, isPlain: true },
    { name: words.result, isPlain: true },
    { name: words.rows, kind: 'count' },
    { name: words.credits, kind: 'count' },
    { name: words.submitted, kind: 'when' },
    { name: texts.task.download },
  ];
  const names = new Set<string>();
  const shared = new Set<string>();
  for (const { file_name } of tasks) (names.has(file_name) ? shared : names).add(file_name);
  /** Where two have a name, the time says which one it is. */
  const suffixOf = (task: Task) => (shared.has(task.file_name) ? ` ${formats.time(task.created_at)}` : '');
  return (
    <Table label={label} columns={columns}>
      {tasks.map((task) => (
        <Row key={task.task_id}>
          <a href={addressOf({ page: 'task', taskId: task.task_id })}>
            <bdi>{task.file_name}</bdi>
            {shared.has(task.file_name) && <small>{suffixOf(task)}</small>}
          </a>
          <TaskState task={task} />
          <Outcome task={task} label={reachableText(task, texts, formats)} />
          {formats.number(task.total)}
          {formats.number(hasEnded(task) ? task.credits.charged : task.credits.held)}
          <When time={task.created_at} />
          {hasEnded(task) && task.processed > 0 && (
            <DownloadButton task={task} name={`${task.file_name}${suffixOf(task)}`} />
          )}
        </Row>
      ))}
    </Table>
  );
}

/** The state of a file, and how far it is. */
function TaskState({ task }: { readonly task: Task }) {
  const { formats } = useTools();
  return (
    <span class="nowrap">
      <TaskBadge task={task} />
      {!hasEnded(task) && <small> {formats.percent(task.processed / Math.max(task.total, 1))}</small>}
    </span>
  );
}

/** The state of a file in one word. */
export function stateName({ status, failure_reason, waiting }: Task, texts: Texts): string {
  if (failure_reason === 'cancelled') return texts.task.cancelled;
  return waiting === null ? texts.task[status] : texts.task.waiting;
}

/** The same, with a colour that says nothing more. */
export function TaskBadge({ task }: { readonly task: Task }) {
  const { texts } = useTools();
  return <span class={`badge ${task.status}`}>{stateName(task, texts)}</span>;
}
