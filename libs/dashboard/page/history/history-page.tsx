import { TASK_STATUSES, type Task, type TaskStatus } from '@dialproof/client';
import { useEffect, useState } from 'preact/hooks';
import { addressOf } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { usePages } from '../app/use-pages.js';
import { Failure } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { Table } from '../parts/table.js';

const PAGE_TASKS = 50;
/** A search looks through so many tasks by itself, and goes on when the user says so. */
const SEARCHED_TASKS = 500;

/** The tasks of the account. The API has no search by name, so that pages are looked through one after another. */
export function HistoryPage() {
  const { client, texts } = useTools();
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<TaskStatus>();
  const pages = usePages((signal) => client.tasks({ limit: PAGE_TASKS, status }, { signal }), [status]);
  const wanted = search.trim().toLowerCase();
  const found = pages.items.filter(({ file_name: name }) => name.toLowerCase().includes(wanted));
  const isSearching = wanted !== '' && pages.hasMore && found.length < PAGE_TASKS;
  const { run: more } = pages.more;
  const looked = pages.items.length;
  useEffect(() => {
    const mayGoOn = !pages.isLoading && pages.error === undefined;
    if (isSearching && mayGoOn && looked > 0 && looked < SEARCHED_TASKS) void more();
  }, [isSearching, looked, more, pages.isLoading, pages.error]);
  return (
    <section>
      <Heading>{texts.pages.history}</Heading>
      <p>{texts.history.intro}</p>
      <search>
        <form class="grid" onSubmit={(event) => event.preventDefault()}>
          <label>
            {texts.history.search}
            <input
              type="search"
              dir="auto"
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
          <label>
            {texts.history.status}
            <select
              value={status ?? ''}
              onChange={({ currentTarget: { value } }) =>
                setStatus(TASK_STATUSES.find((known) => known === value))
              }
            >
              <option value="">{texts.history.any}</option>
              {TASK_STATUSES.map((one) => (
                <option key={one} value={one}>
                  {texts.task[one]}
                </option>
              ))}
            </select>
          </label>
        </form>
      </search>
      <Failure error={pages.error} onRetry={pages.reload} />
      {found.length > 0 && <TaskTable tasks={found} />}
      <p role="status" aria-busy={pages.isLoading}>
        {pages.isLoading ? texts.loading : summary(texts, found.length, looked, wanted)}
      </p>
      {pages.hasMore && !pages.isLoading && (
        <button type="button" class="secondary" onClick={() => void more()}>
          {wanted === '' ? texts.more : texts.history.older}
        </button>
      )}
    </section>
  );
}

function summary(
  { history }: ReturnType<typeof useTools>['texts'],
  found: number,
  looked: number,
  wanted: string,
): string {
  if (looked === 0) return history.none;
  if (wanted === '') return history.shown(found);
  return `${found === 0 ? history.noneFound : history.shown(found)} ${history.looked(looked)}`;
}

function TaskTable({ tasks }: { readonly tasks: readonly Task[] }) {
  const { texts, formats } = useTools();
  const headers = [texts.history.file, texts.history.status, texts.history.rows, texts.history.submitted];
  return (
    <Table label={texts.pages.history} headers={headers} counts={[2]}>
      {tasks.map((task) => (
        <tr key={task.task_id}>
          <th scope="row">
            <a href={addressOf({ page: 'task', taskId: task.task_id })}>
              <bdi>{task.file_name}</bdi>
            </a>
          </th>
          <td>{task.failure_reason === 'cancelled' ? texts.task.cancelled : texts.task[task.status]}</td>
          <td class="count">{formats.number(task.total)}</td>
          <td>{formats.dateTime(task.created_at)}</td>
        </tr>
      ))}
    </Table>
  );
}
