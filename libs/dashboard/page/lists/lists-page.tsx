import type { PhoneList } from '@dialproof/client';
import { addressOf } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useLoaded } from '../app/use-loaded.js';
import { Failure } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { type Column, Row, Table } from '../parts/table.js';
import { When } from '../parts/when.js';
import { Outcome, reachableText } from '../tasks/status-chart.js';
import { costAtMost, rowsOf, scheduleText } from './list-settings.js';

/** The lists of the account. */
export function ListsPage() {
  const { client, texts, offers } = useTools();
  const { error, isLoading, reload, value } = useLoaded((signal) => client.lists.list({ signal }), []);
  const isEmpty = value?.length === 0;
  const newList = (
    <a class="button" href={addressOf({ page: 'newList', taskId: '' })}>
      {texts.pages.newList}
    </a>
  );
  return (
    <section>
      <Heading>{texts.pages.lists}</Heading>
      <p class="actions">
        <span>{texts.lists.intro}</span>
        {!isEmpty && newList}
      </p>
      <Failure error={error} onRetry={reload} />
      {value === undefined && isLoading && <p aria-busy="true">{texts.loading}</p>}
      {isEmpty && (
        <div class="card empty">
          <p>{texts.lists.none}</p>
          <p>{newList}</p>
        </div>
      )}
      {value !== undefined && value.length > 0 && <ListTable lists={value} />}
      {value !== undefined && offers('GET /v1/suppressions') && (
        <p>
          {texts.lists.suppressed}{' '}
          <a href={addressOf({ page: 'suppressions' })}>{texts.pages.suppressions}</a>.
        </p>
      )}
    </section>
  );
}

export function ListTable({ lists }: { readonly lists: readonly PhoneList[] }) {
  const { texts, formats } = useTools();
  const { words } = texts;
  const shown: readonly Column[] = [
    { name: texts.pages.list, kind: 'name' },
    { name: words.result },
    { name: words.rows, kind: 'count' },
    { name: words.checked, kind: 'when' },
    { name: texts.lists.next, kind: 'when' },
  ];
  return (
    <Table label={texts.pages.lists} columns={shown}>
      {lists.map((list) => {
        const { last_run: run, list_id, name, next_run_at: nextAt, schedule } = list;
        const done = run?.status === 'done' ? run : undefined;
        const cost = costAtMost(list, done);
        return (
          <Row key={list_id}>
            <div>
              <a href={addressOf({ page: 'list', listId: list_id })}>
                <bdi>{name}</bdi>
              </a>
              <small class="meaning">{scheduleText(schedule, texts, formats)}</small>
            </div>
            <div>
              <ListBadge list={list} />
              {done && <Outcome task={done} label={reachableText(rowsOf(done), texts, formats)} />}
            </div>
            {done && formats.number(done.total)}
            {done && <When time={done.ended_at} />}
            <div>
              {nextAt === null ? '–' : formats.dateTime(nextAt)}
              {cost !== undefined && <small class="meaning">{texts.lists.atMost(cost)}</small>}
            </div>
          </Row>
        );
      })}
    </Table>
  );
}

/** The state of a list in one word. */
export function ListBadge({ list: { last_run, running } }: { readonly list: PhoneList }) {
  const { texts } = useTools();
  if (running !== null) return <span class="badge">{texts.task.processing}</span>;
  if (last_run === null) return null;
  const { status } = last_run;
  return status === 'done' ? (
    <span class="badge done">{texts.task.done}</span>
  ) : (
    <span class="badge failed">{status === 'skipped' ? texts.lists.skipped : texts.task.failed}</span>
  );
}
