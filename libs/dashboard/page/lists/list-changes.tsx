import {
  CHANGE_KINDS,
  type ChangeKind,
  isDialproofError,
  type ListRun,
  type PhoneList,
} from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { usePages } from '../app/use-pages.js';
import { Failure } from '../parts/failure.js';
import { Select } from '../parts/field.js';
import { PagedTable } from '../parts/paged-table.js';
import { StatusName } from '../parts/status-name.js';
import { Row } from '../parts/table.js';
import { useSave } from '../tasks/download-form.js';

const PAGE_CHANGES = 25;

export interface ListChangesProps {
  readonly list: PhoneList;
  /** The newest that is done. */
  readonly run: ListRun;
  /** Whether there was one before. */
  readonly hasEarlier: boolean;
}

/** What changed at the newest run. */
export function ListChanges({ list, run, hasEarlier }: ListChangesProps) {
  const { texts } = useTools();
  const { changes } = run;
  const count = changes === null ? 0 : CHANGE_KINDS.reduce((sum, kind) => sum + changes[kind], 0);
  return (
    <section class="card">
      <h2 tabIndex={-1}>{texts.lists.changes}</h2>
      {changes === null && <p>{hasEarlier ? texts.lists.notComparable : texts.lists.noRunBefore}</p>}
      {changes !== null && count === 0 && (
        <p>
          {texts.lists.noChange} {texts.lists.unchanged(changes.unchanged)}.
        </p>
      )}
      {changes !== null && count > 0 && <Changes list={list} counts={changes} />}
    </section>
  );
}

interface ChangesProps {
  readonly list: PhoneList;
  readonly counts: NonNullable<ListRun['changes']>;
}

function Changes({ list: { list_id: listId, key_column: keyColumn }, counts }: ChangesProps) {
  const { client, texts, formats } = useTools();
  const save = useSave();
  const [kind, setKind] = useState<ChangeKind | ''>('');
  const change = kind === '' ? undefined : [kind];
  const pages = usePages(
    (signal) => client.lists.changes(listId, { change, limit: PAGE_CHANGES }, { signal }),
    [listId, kind],
  );
  const download = useAction(async () => {
    await save(await client.lists.downloadChanges(listId, { change }));
  });
  // The task of an earlier run may be deleted at any time.
  if (isDialproofError(pages.error, 'task_not_found')) return <p>{texts.lists.notComparable}</p>;
  const kinds = CHANGE_KINDS.filter((one) => counts[one] > 0);
  const countOf = (one: ChangeKind) => texts.lists.kindsOf[one](counts[one]);
  return (
    <>
      <form class="change-choice" onSubmit={(event) => event.preventDefault()}>
        <Select
          label={texts.lists.show}
          choices={[
            ['', `${texts.lists.all}: ${kinds.map(countOf).join(', ')}`],
            ...kinds.map((one) => [one, countOf(one)] as const),
          ]}
          value={kind}
          onChoose={(one) => setKind(one)}
        />
        <button
          type="button"
          class="secondary"
          aria-busy={download.isRunning}
          onClick={() => void download.run()}
        >
          {texts.lists.downloadChanges}
        </button>
      </form>
      <Failure error={download.error} />
      <PagedTable
        pages={pages}
        none={texts.lists.noChange}
        label={texts.lists.changes}
        columns={[
          { name: texts.lists.number, kind: 'name' },
          keyColumn !== null && { name: keyColumn },
          { name: texts.lists.kind },
          { name: texts.lists.before },
          { name: texts.lists.after },
          { name: texts.words.checked, kind: 'when' },
        ]}
      >
        {({ phone, key, change: became, from, to, to_checked_at: at, previous_phone: previous }) => (
          <Row key={phone}>
            <bdi dir="ltr">{phone}</bdi>
            <bdi>{key}</bdi>
            {texts.lists.kinds[became]}
            {(previous ?? from) && (
              <span>
                {previous && <bdi dir="ltr">{previous}</bdi>} {from && <StatusName status={from} />}
              </span>
            )}
            {to !== null && <StatusName status={to} />}
            {at !== null && formats.dateTime(at)}
          </Row>
        )}
      </PagedTable>
    </>
  );
}
