import { isDialproofError, type ListRun, type PhoneList } from '@dialproof/client';
import { useEffect } from 'preact/hooks';
import { addressOf } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useLoaded } from '../app/use-loaded.js';
import { Failure, failureText } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { ResultCard } from '../tasks/status-chart.js';
import { ListActions } from './list-actions.js';
import { ListChanges } from './list-changes.js';
import { ListRuns, UnfinishedRun } from './list-runs.js';
import { costAtMost, rowsOf, scheduleText } from './list-settings.js';
import { ListBadge } from './lists-page.js';
import { RunUnderWay } from './run-under-way.js';
import { StatusTrends } from './status-trends.js';

/** One list: what is true of it now, and what has changed. */
export function ListPage({ listId }: { readonly listId: string }) {
  const { client, texts } = useTools();
  const { error, isLoading, reload, value } = useLoaded(
    async (signal) => {
      // First: it records the end of a run, which is then among the runs.
      const list = await client.lists.get(listId, { signal });
      return { list, runs: await client.lists.runs(listId, { signal }) };
    },
    [listId],
  );
  const name = value?.list.name;
  useEffect(() => {
    if (name !== undefined) document.title = name;
  }, [name]);
  if (isDialproofError(error, 'list_not_found')) {
    return (
      <section>
        <Heading>{texts.pages.list}</Heading>
        <p>{failureText(error, texts)}</p>
        <a href="#/lists">{texts.pages.lists}</a>
      </section>
    );
  }
  return (
    <section>
      <Heading>
        <bdi>{name ?? texts.pages.list}</bdi>
      </Heading>
      <Failure error={error} onRetry={reload} />
      {value === undefined
        ? isLoading && <p aria-busy="true">{texts.loading}</p>
        : value.list.list_id === listId && <ListView {...value} isLoading={isLoading} onChange={reload} />}
    </section>
  );
}

interface ListViewProps {
  readonly list: PhoneList;
  /** The newest first. */
  readonly runs: readonly ListRun[];
  /** Whether they are being loaded again. */
  readonly isLoading: boolean;
  onChange(): void;
}

function ListView({ list, runs, isLoading, onChange }: ListViewProps) {
  const { texts, formats } = useTools();
  const { last_run: last, next_run_at: nextAt, running, schedule } = list;
  const done = runs.filter(({ status }) => status === 'done');
  const [now] = done;
  const cost = costAtMost(list, now);
  return (
    <>
      <p class="state actions">
        <ListBadge list={list} />
        {now !== undefined && <small>{texts.lists.checkedAt(formats.dateTime(now.ended_at))}</small>}
        {typeof now?.task_id === 'string' && (
          <small>
            <a href={addressOf({ page: 'task', taskId: now.task_id })}>{texts.lists.result}</a>
          </small>
        )}
      </p>
      <p>
        {scheduleText(schedule, texts, formats)}.{' '}
        {nextAt !== null && `${texts.lists.nextAt(formats.dateTime(nextAt))}.`}{' '}
        {cost !== undefined && texts.lists.cost(cost)}{' '}
        {now !== undefined && texts.lists.costLast(now.credits_charged)}
      </p>
      <ListActions list={list} cost={cost} onChange={onChange} />
      {running !== null && (
        <RunUnderWay key={running.task_id} run={running} isLoading={isLoading} onEnd={onChange} />
      )}
      {running === null && last !== null && last.status !== 'done' && (
        <UnfinishedRun run={last} hasEarlier={now !== undefined} />
      )}
      {now !== undefined && (
        <>
          <ResultCard task={rowsOf(now)}>
            <StatusTrends runs={[...done].reverse()} />
          </ResultCard>
          <ListChanges key={now.ended_at} list={list} run={now} earlier={done.slice(1)} />
        </>
      )}
      {runs.length > 0 && <ListRuns runs={runs} />}
    </>
  );
}
