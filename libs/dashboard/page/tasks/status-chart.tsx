import { type Task, VERIFICATION_STATUSES } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { StatusName } from '../parts/status-name.js';
import { Table } from '../parts/table.js';
import type { Texts } from '../texts/en.js';
import { Outcome, reachableRows } from './outcome.js';

/** What came out: how many rows can be reached, a bar of the five statuses, and their numbers. */
export function StatusChart({ task }: { readonly task: Task }) {
  const { texts, formats } = useTools();
  const share = (count: number) => (task.processed === 0 ? 0 : count / task.processed);
  const headers = [texts.task.status, texts.task.rowsOf, texts.task.share];
  const reachable = reachableRows(task);
  return (
    <section class="card">
      <h2 class="visually-hidden">{texts.task.results}</h2>
      {task.processed > 0 && (
        <p class="headline">
          {texts.task.reachable(formats.percent(share(reachable)), reachable, task.processed)}
        </p>
      )}
      <Outcome task={task} />
      <div class="statuses">
        <Table label={texts.task.results} headers={headers} counts={[1, 2]}>
          {VERIFICATION_STATUSES.map((status) => {
            const count = task.summary[status];
            return (
              <tr key={status}>
                <th scope="row">
                  <StatusName status={status} />
                  {status === 'unknown' ? (
                    <UnknownRows task={task} />
                  ) : (
                    <small class="meaning">{texts.meanings[status]}</small>
                  )}
                </th>
                <td class="count">{formats.number(count)}</td>
                <td class="count">{formats.percent(share(count))}</td>
              </tr>
            );
          })}
        </Table>
      </div>
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

function reasonsOf(
  { checks_failed, notes, summary, unread }: Task,
  texts: Texts,
): readonly { readonly reason: string; readonly count: number }[] {
  // Tasks of an earlier version have no counts.
  if (unread === null) return [];
  const cells = Object.entries(unread).sort(([, one], [, other]) => other - one);
  const withoutNumber = cells.reduce((sum, [, count]) => sum + count, 0);
  const details = cells.map(([reason, count]) => texts.task.ofThem(texts.unread[reason] ?? reason, count));
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
