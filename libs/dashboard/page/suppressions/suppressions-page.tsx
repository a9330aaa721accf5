import { useTools } from '../app/tools.js';
import { usePages } from '../app/use-pages.js';
import { Failure } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { Table } from '../parts/table.js';
import { AddFile } from './add-file.js';
import { AddNumber } from './add-number.js';
import { SuppressionRow } from './suppression-row.js';

const PAGE_NUMBERS = 50;

/** The numbers that the account must not call. */
export function SuppressionsPage() {
  const { client, texts } = useTools();
  const pages = usePages((signal) => client.suppressions.list({ limit: PAGE_NUMBERS }, { signal }), []);
  const { reload } = pages;
  const isFirstLoad = pages.isLoading && pages.items.length === 0;
  return (
    <section>
      <Heading>{texts.pages.suppressions}</Heading>
      <p>{texts.suppressions.intro}</p>
      <div class="grid">
        <AddNumber onAdded={reload} />
        <AddFile onAdded={reload} />
      </div>
      <Failure error={pages.error} onRetry={reload} />
      {isFirstLoad && <p aria-busy="true">{texts.loading}</p>}
      {!isFirstLoad && pages.items.length === 0 && pages.error === undefined && (
        <p>{texts.suppressions.none}</p>
      )}
      {pages.items.length > 0 && (
        <Table
          label={texts.pages.suppressions}
          columns={[
            { name: texts.suppressions.phone, kind: 'name' },
            { name: texts.suppressions.at, kind: 'when' },
            { name: texts.suppressions.action },
          ]}
        >
          {pages.items.map(({ phone, added_at }) => (
            <SuppressionRow key={phone} phone={phone} addedAt={added_at} onRemoved={reload} />
          ))}
        </Table>
      )}
      {pages.hasMore && (
        <button
          type="button"
          class="secondary"
          aria-busy={pages.more.isRunning}
          onClick={() => void pages.more.run()}
        >
          {texts.more}
        </button>
      )}
    </section>
  );
}
