import { type Task, VERIFICATION_STATUSES } from '@dialproof/client';
import { useTools } from '../app/tools.js';

export interface OutcomeProps {
  readonly task: Pick<Task, 'summary' | 'total'>;
  /** Its meaning for screen readers, where no words beside it say the same. */
  readonly label?: string | undefined;
}

/** The statuses of a file's rows as one bar. */
export function Outcome({ task, label }: OutcomeProps) {
  const { texts, formats } = useTools();
  const share = (count: number) => count / Math.max(task.total, 1);
  return (
    <span class="outcome" {...(label === undefined ? HIDDEN : { role: 'img', 'aria-label': label })}>
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

const HIDDEN = { 'aria-hidden': 'true' } as const;

/** The rows whose number has an account on an app. */
export function reachableRows({ summary }: Pick<Task, 'summary'>): number {
  return summary.wa_registered + summary.telegram_registered;
}
