import { type Task, VERIFICATION_STATUSES } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { StatusName } from '../parts/status-name.js';
import { Table } from '../parts/table.js';
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
                  <small class="meaning">{texts.meanings[status]}</small>
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
