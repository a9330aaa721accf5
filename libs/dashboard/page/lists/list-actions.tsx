import type { ListRun, PhoneList } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { goTo } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { ConfirmButton } from '../parts/dialog.js';
import { Failure } from '../parts/failure.js';
import { EditList, NewerFile } from './list-dialogs.js';

export interface ListActionsProps {
  readonly list: PhoneList;
  readonly runs: readonly ListRun[];
  /** The most that a run may cost, if it is known. */
  readonly cost: number | undefined;
  /** Is called after an action on the list. */
  onChange(): void;
}

/** What can be done with a list: verify it now, give it a newer file, change its settings, delete it. */
export function ListActions({ list, runs, cost, onChange }: ListActionsProps) {
  const { client, texts, announce } = useTools();
  const [asked, setAsked] = useState<'newer' | 'edit'>();
  const { list_id: id, running } = list;
  const close = () => setAsked(undefined);
  const post = useUnansweredPost();
  const run = useAction(async () => {
    await post.send(id, (key) => client.lists.run(id, key));
    announce(texts.task.processing);
    onChange();
  });
  const remove = useAction(async () => {
    await client.lists.delete(id);
    announce(texts.lists.deleted);
    goTo({ page: 'lists' });
  });
  const changed = (said: string) => {
    close();
    announce(said);
    onChange();
  };
  return (
    <>
      <p class="actions">
        {running === null && (
          <>
            <ConfirmButton
              action={run}
              words={{ ...texts.lists.runNow, text: cost === undefined ? '' : texts.lists.cost(cost) }}
              isHarmless
            />
            <button type="button" class="secondary" onClick={() => setAsked('newer')}>
              {texts.lists.newer}
            </button>
          </>
        )}
        <button type="button" class="secondary" onClick={() => setAsked('edit')}>
          {texts.lists.edit}
        </button>
        <ConfirmButton class="danger" action={remove} words={texts.lists.delete} />
      </p>
      <Failure error={run.error ?? remove.error} />
      {asked === 'newer' && (
        <NewerFile list={list} runs={runs} onClose={close} onDone={() => changed(texts.lists.replaced)} />
      )}
      {asked === 'edit' && <EditList list={list} onClose={close} onDone={() => changed(texts.lists.saved)} />}
    </>
  );
}
