import { TASK_STATUSES, type TaskStatus } from '@dialproof/client';
import { useEffect, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { usePages } from '../app/use-pages.js';
import { Failure } from '../parts/failure.js';
import { Select } from '../parts/field.js';
import { Heading } from '../parts/heading.js';
import { MoreButton } from '../parts/paged-table.js';
import { TaskTable } from '../tasks/task-table.js';
import type { Texts } from '../texts/en.js';

const PAGE_TASKS = 50;
/** Names have no more, and the API takes no more. */
const MAX_SEARCHED_CHARS = 255;

/** The tasks of the account. */
export function HistoryPage() {
  const { client, texts } = useTools();
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<TaskStatus | ''>('');
  const wanted = useSettled(search.trim());
  const asked = { limit: PAGE_TASKS, status: status || undefined, file_name: wanted || undefined };
  const pages = usePages((signal) => client.tasks(asked, { signal }), [status, wanted]);
  const { length: shown } = pages.items;
  const isAsked = pages.isLoading || pages.error !== undefined;
  const isEmpty = shown === 0 && !isAsked && wanted === '' && status === '';
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
              maxLength={MAX_SEARCHED_CHARS}
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
          <Select
            label={texts.words.status}
            choices={[
              ['', texts.history.any],
              ...TASK_STATUSES.map((one) => [one, texts.task[one]] as const),
            ]}
            value={status}
            onChoose={(one) => setStatus(one)}
          />
        </form>
      </search>
      <Failure error={pages.error} onRetry={pages.reload} />
      {/* In front of the list, so that it does not move when the list comes. */}
      <div class={isEmpty ? 'card empty' : undefined}>
        <p role="status" aria-busy={pages.isLoading}>
          {pages.isLoading && texts.loading}
          {/* A list that was not answered says nothing of what there is. */}
          {!pages.isLoading &&
            pages.error === undefined &&
            summary(texts, { ...pages, shown, isSearch: wanted !== '' })}
        </p>
        {isEmpty && (
          <p>
            <a class="button" href="#/">
              {texts.pages.files}
            </a>
          </p>
        )}
      </div>
      {shown > 0 && (
        <div class="card">
          <TaskTable label={texts.pages.history} tasks={pages.items} />
        </div>
      )}
      <MoreButton pages={pages}>{wanted === '' ? texts.more : texts.history.older}</MoreButton>
    </section>
  );
}

interface Listed {
  readonly shown: number;
  readonly hasMore: boolean;
  readonly isSearch: boolean;
}

/** A search may have examined only the newest tasks. */
function summary({ history }: Texts, { shown, hasMore, isSearch }: Listed): string {
  if (shown > 0) return history.shown(shown);
  if (!isSearch) return history.none;
  return hasMore ? history.noneFoundYet : history.noneFound;
}

const SETTLED_MS = 250;

/** Follows `value` after it has not changed for a moment, so that typing does not send a request for each key. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
