import { CHANGE_KINDS, type ListRun } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { addressOf } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { SmallButton } from '../parts/small-button.js';
import { Row, Table } from '../parts/table.js';
import { Outcome, reachableText } from '../tasks/status-chart.js';
import type { Texts } from '../texts/en.js';
import { rowsOf } from './list-settings.js';

const SHOWN = 6;

/** The runs of a list, the newest first. */
export function ListRuns({ runs }: { readonly runs: readonly ListRun[] }) {
  const { texts, formats } = useTools();
  const [shown, setShown] = useState(SHOWN);
  return (
    <section class="card">
      <h2 tabIndex={-1}>{texts.lists.runs}</h2>
      <Table
        label={texts.lists.runs}
        columns={[
          { name: texts.lists.run, kind: 'name' },
          { name: texts.words.result },
          { name: texts.lists.changesOfRun },
          { name: texts.words.credits, kind: 'count' },
        ]}
      >
        {runs.slice(0, shown).map((run, index) => (
          <Row key={run.ended_at}>
            {run.task_id === null ? (
              formats.dateTime(run.ended_at)
            ) : (
              <a href={addressOf({ page: 'task', taskId: run.task_id })}>{formats.dateTime(run.ended_at)}</a>
            )}
            {run.status === 'done' ? (
              <Outcome task={run} label={reachableText(rowsOf(run), texts, formats)} />
            ) : (
              <span>
                {run.status === 'skipped' && `${texts.lists.skipped}. `}
                {reasonText(run, texts)}
              </span>
            )}
            {run.status === 'done' && changesText(run, runs.slice(index + 1), texts)}
            {formats.number(run.credits_charged)}
          </Row>
        ))}
      </Table>
      {runs.length > shown && (
        <p class="actions">
          <SmallButton onClick={() => setShown(runs.length)}>{texts.more}</SmallButton>
        </p>
      )}
    </section>
  );
}

/** A run that was skipped or did not finish, and why. */
export function UnfinishedRun({ run, hasEarlier }: { readonly run: ListRun; readonly hasEarlier: boolean }) {
  const { texts, formats } = useTools();
  const at = formats.dateTime(run.due_at ?? run.began_at);
  return (
    <div class="notice warning">
      <p>
        <strong>{run.status === 'skipped' ? texts.lists.skippedAt(at) : texts.lists.failedAt(at)}</strong>
      </p>
      <p>
        {reasonText(run, texts)} {hasEarlier && texts.lists.stays}
      </p>
    </div>
  );
}

function reasonText({ reason, status }: ListRun, texts: Texts): string {
  const code = reason ?? 'internal_error';
  const reasons = status === 'skipped' ? texts.lists.skipReasons : texts.task.reasons;
  return reasons[code] ?? texts.lists.skipReasons[code] ?? texts.failures.codes[code] ?? code;
}

/** What a run has changed, in a few words. Without the rows of the one before there is nothing to compare with. */
function changesText({ changes }: ListRun, earlier: readonly ListRun[], { lists }: Texts): string {
  if (changes === null) {
    return earlier.some(({ status }) => status === 'done') ? lists.notCompared : lists.firstRun;
  }
  const kinds = CHANGE_KINDS.filter((kind) => changes[kind] > 0);
  return kinds.length === 0
    ? lists.unchanged(changes.unchanged)
    : kinds.map((kind) => lists.kindsOf[kind](changes[kind])).join(', ');
}
