import type { Task } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import type { Texts } from '../texts/en.js';

/** The state of a file in one word. */
export function stateName({ status, failure_reason }: Task, texts: Texts): string {
  return failure_reason === 'cancelled' ? texts.task.cancelled : texts.task[status];
}

/** The same, with a colour that says nothing more. */
export function TaskBadge({ task }: { readonly task: Task }) {
  const { texts } = useTools();
  return <span class={`badge ${task.status}`}>{stateName(task, texts)}</span>;
}
