import { type Task, VERIFICATION_STATUSES } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { StatusName } from '../parts/status-name.js';
import { Table } from '../parts/table.js';

/** The five statuses as bars, with their numbers beside them. */
export function StatusChart({ task }: { readonly task: Task }) {
  const { texts, formats } = useTools();
  const share = (count: number) => (task.processed === 0 ? 0 : count / task.processed);
  const headers = [texts.task.status, texts.task.rowsOf, texts.task.share];
  return (
    <>
      <h2>{texts.task.results}</h2>
      <Table label={texts.task.results} headers={headers} counts={[1]}>
        {VERIFICATION_STATUSES.map((status) => {
          const count = task.summary[status];
          return (
            <tr key={status}>
              <th scope="row">
                <StatusName status={status} />
                <small class="meaning">{texts.meanings[status]}</small>
              </th>
              <td class="count">{formats.number(count)}</td>
              <td class="share">
                <span class={`bar ${status}`} style={{ inlineSize: `${100 * share(count)}%` }} />
                <span>{formats.percent(share(count))}</span>
              </td>
            </tr>
          );
        })}
      </Table>
    </>
  );
}
