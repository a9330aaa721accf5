import { type Task, VERIFICATION_STATUSES } from '@dialproof/client';
import type { ComponentChildren } from 'preact';
import { useTools } from '../app/tools.js';
import { StatusName } from '../parts/status-name.js';
import { type Column, Row, Table } from '../parts/table.js';
import type { Texts } from '../texts/en.js';
import type { Formats } from '../texts/formats.js';

/** The outcome of the rows verified so far: how many can be reached, and a bar of the five statuses. */
export function ResultCard({
  task,
  children,
}: {
  readonly task: Pick<Task, 'processed' | 'summary' | 'total'>;
  readonly children: ComponentChildren;
}) {
  const { texts, formats } = useTools();
  return (
    <section class="card">
      <h2 class="visually-hidden">{texts.words.result}</h2>
      <p class="headline">{reachableText(task, texts, formats) ?? texts.task.progress(0, task.total)}</p>
      <Outcome task={task} />
      <div class="next">{children}</div>
    </section>
  );
}

/** The rows verified so far, by their status. */
export function StatusTable({ task }: { readonly task: Task }) {
  const { texts, formats } = useTools();
  const share = (count: number) => count / Math.max(task.processed, 1);
  const columns: readonly Column[] = [
    { name: texts.words.status, kind: 'name' },
    { name: texts.words.rows, kind: 'count' },
    { name: texts.task.share, kind: 'count' },
  ];
  return (
    <section class="card statuses">
      <Table label={texts.words.result} columns={columns}>
        {VERIFICATION_STATUSES.map((status) => {
          const count = task.summary[status];
          return (
            <Row key={status}>
              <div>
                <StatusName status={status} />
                {status === 'unknown' ? (
                  <UnknownRows task={task} />
                ) : (
                  <small class="meaning">{texts.meanings[status]}</small>
                )}
              </div>
              {formats.number(count)}
              {formats.percentOfColumn(share(count))}
            </Row>
          );
        })}
      </Table>
    </section>
  );
}

/** Why rows are unknown, with how many of them. */
function UnknownRows({ task }: { readonly task: Task }) {
  const { texts, formats } = useTools();
  const reasons = reasonsOf(task, texts);
  if (reasons.length === 0) return <small class="meaning">{texts.meanings.unknown}</small>;
  return (
    <ul class="meaning">
      {reasons.map(({ reason, count }) => (
        <li key={reason}>
          <strong>{formats.number(count)}</strong> {reason}
        </li>
      ))}
    </ul>
  );
}

/** Why rows are unknown, each reason with its rows. */
export function reasonsOf(
  { checks_failed, notes, summary, unread }: Task,
  texts: Texts,
): readonly { readonly reason: string; readonly count: number }[] {
  // Tasks of an earlier version have no counts.
  if (unread === null) return [];
  const cells = Object.entries(unread).sort(([, one], [, other]) => other - one);
  const withoutNumber = cells.reduce((sum, [, count]) => sum + count, 0);
  const details = cells.map(([reason, count]) => {
    const name = texts.unread[reason] ?? reason;
    // The count of the only reason is that of the line.
    return cells.length === 1 ? name : texts.task.ofThem(name, count);
  });
  const hasColumn = notes.every(({ code }) => code !== 'no_phone_column');
  return [
    { reason: texts.task.withoutNumber(details.join(', ')), count: withoutNumber },
    { reason: texts.task.checksFailed, count: checks_failed },
    {
      reason: hasColumn ? texts.task.unclear : texts.task.noColumn,
      count: summary.unknown - withoutNumber - checks_failed,
    },
  ].filter(({ count }) => count > 0);
}

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

/** How many of the rows that were verified so far can be reached; undefined before the first one. */
export function reachableText(
  task: Pick<Task, 'processed' | 'summary'>,
  texts: Texts,
  formats: Formats,
): string | undefined {
  const { processed } = task;
  const count = reachableRows(task);
  return processed === 0
    ? undefined
    : texts.task.reachable(formats.percent(count / processed), count, processed);
}

/** The rows whose number has an account on an app. */
export function reachableRows({ summary }: Pick<Task, 'summary'>): number {
  return summary.wa_registered + summary.telegram_registered;
}
