import {
  CHANGE_KINDS,
  type ChangeKind,
  isDialproofError,
  type ListRun,
  type NumberChange,
  type PhoneList,
} from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useAction } from '../app/use-action.js';
import { type ShownPages, usePages } from '../app/use-pages.js';
import { Failure } from '../parts/failure.js';
import { Select } from '../parts/field.js';
import { PagedTable } from '../parts/paged-table.js';
import { StatusName } from '../parts/status-name.js';
import { Row } from '../parts/table.js';
import { useSave } from '../tasks/download-form.js';

const PAGE_CHANGES = 25;
/** How many runs a person may choose from. The rows of older ones have mostly expired. */
const MOST_RUNS = 12;

export interface ListChangesProps {
  readonly list: PhoneList;
  /** The newest that is done. */
  readonly run: ListRun;
  /** Those that were done before, the newest first. */
  readonly earlier: readonly ListRun[];
}

/** What changed at the newest run, since the run before or an older one. */
export function ListChanges({ list, run, earlier }: ListChangesProps) {
  const { texts } = useTools();
  const { changes } = run;
  const count = changes === null ? 0 : CHANGE_KINDS.reduce((sum, kind) => sum + changes[kind], 0);
  return (
    <section class="card">
      <h2 tabIndex={-1}>{texts.lists.changes}</h2>
      {changes === null && <p>{earlier.length > 0 ? texts.lists.notComparable : texts.lists.noRunBefore}</p>}
      {changes !== null && count === 0 && (
        <p>
          {texts.lists.noChange} {texts.lists.unchanged(changes.unchanged)}.
        </p>
      )}
      {changes !== null && (count > 0 || earlier.length > 1) && (
        <Changes list={list} counts={changes} older={earlier.slice(1, 1 + MOST_RUNS)} />
      )}
    </section>
  );
}

interface ChangesProps {
  readonly list: PhoneList;
  /** Since the run before. */
  readonly counts: NonNullable<ListRun['changes']>;
  /** The runs before that one, to compare with. */
  readonly older: readonly ListRun[];
}

function Changes({ list: { list_id: listId, key_column: keyColumn }, counts, older }: ChangesProps) {
  const { client, texts, formats } = useTools();
  const save = useSave();
  const [kind, setKind] = useState<ChangeKind | ''>('');
  const [since, setSince] = useState('');
  const query = { change: kind === '' ? undefined : [kind], since: since === '' ? undefined : since };
  const pages = usePages(
    (signal) => client.lists.changes(listId, { ...query, limit: PAGE_CHANGES }, { signal }),
    [listId, kind, since],
  );
  const download = useAction(async () => {
    await save(await client.lists.downloadChanges(listId, query));
  });
  // The task of an earlier run may be deleted at any time.
  const isGone = isDialproofError(pages.error, 'task_not_found');
  if (isGone && since === '') return <p>{texts.lists.notComparable}</p>;
  // The counts of an older comparison are not known before it is made.
  const isCounted = since === '';
  const kinds = CHANGE_KINDS.filter((one) => !isCounted || counts[one] > 0);
  const nameOf = (one: ChangeKind) =>
    isCounted ? texts.lists.kindsOf[one](counts[one]) : texts.lists.kinds[one];
  const names = isCounted && kinds.length > 0 ? `: ${kinds.map(nameOf).join(', ')}` : '';
  return (
    <>
      <form class="change-choice" onSubmit={(event) => event.preventDefault()}>
        <Select
          label={texts.lists.show}
          choices={[['', `${texts.lists.all}${names}`], ...kinds.map((one) => [one, nameOf(one)] as const)]}
          value={kind}
          onChoose={(one) => setKind(one)}
        />
        {older.length > 0 && (
          <Select
            label={texts.lists.since}
            choices={[
              ['', texts.lists.runBefore],
              ...older.map(({ ended_at: endedAt }) => [endedAt, formats.dateTime(endedAt)] as const),
            ]}
            value={since}
            onChoose={(one) => {
              setKind('');
              setSince(one);
            }}
          />
        )}
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
      {isGone ? <p>{texts.lists.notComparable}</p> : <ChangesTable keyColumn={keyColumn} pages={pages} />}
    </>
  );
}

interface ChangesTableProps {
  readonly keyColumn: string | null;
  readonly pages: ShownPages<NumberChange>;
}

function ChangesTable({ keyColumn, pages }: ChangesTableProps) {
  const { texts, formats } = useTools();
  return (
    <PagedTable
      pages={pages}
      none={texts.lists.noChangeSince}
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
  );
}
