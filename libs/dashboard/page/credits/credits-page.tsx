import { addressOf } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useLoaded } from '../app/use-loaded.js';
import { usePages } from '../app/use-pages.js';
import { Failure } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { PagedTable } from '../parts/paged-table.js';
import { Row } from '../parts/table.js';

/** The credits of the account, and their changes. */
export function CreditsPage() {
  const { client, texts, formats, offers } = useTools();
  const credits = useLoaded((signal) => client.credits({ signal }), []);
  const figures = [
    { label: texts.credits.available, count: credits.value?.available },
    { label: texts.credits.held, count: credits.value?.held },
  ];
  return (
    <section>
      <Heading>{texts.pages.credits}</Heading>
      <Failure error={credits.error} onRetry={credits.reload} />
      {/* At their place before they are known, so that nothing below them moves. */}
      {credits.error === undefined && (
        <dl class="figures" aria-busy={credits.isLoading}>
          {figures.map(({ label, count }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <strong>{count === undefined ? '…' : formats.number(count)}</strong>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {/* One failure is enough. */}
      {credits.error === undefined && offers('GET /v1/credits/entries') && <Statement />}
    </section>
  );
}

function Statement() {
  const { client, texts, formats } = useTools();
  const names = useLoaded(async (signal) => {
    const { items } = await client.tasks({ limit: 100 }, { signal }).page();
    return new Map(items.map(({ task_id, file_name }) => [task_id, file_name]));
  }, []);
  // A line is shown with the name of its file: one that came later would change its words.
  const isNamed = names.value !== undefined || !names.isLoading;
  const pages = usePages((signal) => client.creditEntries({ limit: 50 }, { signal }), []);
  return (
    <>
      <h2>{texts.credits.statement}</h2>
      <PagedTable
        pages={isNamed ? pages : { ...pages, items: [], isLoading: true, hasMore: false }}
        none={texts.credits.none}
        label={texts.credits.statement}
        columns={[
          { name: texts.words.time, kind: 'when', isPlain: true },
          { name: texts.credits.kind, isPlain: true },
          { name: texts.words.credits, kind: 'count' },
        ]}
      >
        {(entry) => (
          <Row key={entry.entry_id}>
            {formats.dateTime(entry.at)}
            {entry.task_id === null ? (
              texts.credits.kinds[entry.kind]
            ) : (
              <a href={addressOf({ page: 'task', taskId: entry.task_id })}>
                {texts.credits.forTask(names.value?.get(entry.task_id))}
              </a>
            )}
            {formats.change(entry.credits)}
          </Row>
        )}
      </PagedTable>
    </>
  );
}
