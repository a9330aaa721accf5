import { type Task, VERIFICATION_STATUSES } from '@dialproof/client';
import { useTools } from '../app/tools.js';

/** The statuses of a file's rows as one bar. What it says stands beside it in words. */
export function Outcome({ task }: { readonly task: Pick<Task, 'summary' | 'total'> }) {
  const { texts, formats } = useTools();
  const share = (count: number) => count / Math.max(task.total, 1);
  return (
    <span class="outcome" aria-hidden="true">
      {VERIFICATION_STATUSES.filter((status) => task.summary[status] > 0).map((status) => (
        <span
          key={status}
          class={`share ${status}`}
          style={{ inlineSize: `${100 * share(task.summary[status])}%` }}
          title={`${texts.statuses[status]}: ${formats.percent(share(task.summary[status]))}`}
        />
      ))}
    </span>
  );
}

/** The rows whose number has an account on an app. */
export function reachableRows({ summary }: Pick<Task, 'summary'>): number {
  return summary.wa_registered + summary.telegram_registered;
}
