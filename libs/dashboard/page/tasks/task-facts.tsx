import type { Task } from '@dialproof/client';
import { useTools } from '../app/tools.js';

/** Further facts of a task. */
export function TaskFacts({ task }: { readonly task: Task }) {
  const { texts, formats } = useTools();
  const facts = [
    { label: texts.task.column, value: task.phone_column },
    { label: texts.task.sheet, value: task.sheet },
    { label: texts.task.encoding, value: task.encoding },
    { label: texts.task.submitted, value: formats.dateTime(task.created_at) },
    {
      label: texts.task.finished,
      value: task.finished_at === null ? null : formats.dateTime(task.finished_at),
    },
  ];
  return (
    <details>
      <summary>{texts.task.facts}</summary>
      <dl class="facts">
        {facts
          .filter(({ value }) => value !== null)
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}
