import type { PhoneList } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { addressOf, goTo } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { ConfirmButton } from '../parts/dialog.js';
import { Failure } from '../parts/failure.js';
import { EditList } from './edit-list.js';

export interface ListActionsProps {
  readonly list: PhoneList;
  /** The most that a run may cost, if it is known. */
  readonly cost: number | undefined;
  /** Is called after an action on the list. */
  onChange(): void;
}

/** What can be done with a list: verify it now, give it a newer file, change its settings, delete it. */
export function ListActions({ list, cost, onChange }: ListActionsProps) {
  const { client, texts, announce } = useTools();
  const [isEdited, setEdited] = useState(false);
  const { list_id: id, running } = list;
  const close = () => setEdited(false);
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
            <a class="button secondary" href={addressOf({ page: 'newerFile', listId: id })}>
              {texts.pages.newerFile}
            </a>
          </>
        )}
        <button type="button" class="secondary" onClick={() => setEdited(true)}>
          {texts.lists.edit}
        </button>
        <ConfirmButton class="danger" action={remove} words={texts.lists.delete} />
      </p>
      <Failure error={run.error ?? remove.error} />
      {isEdited && (
        <EditList
          list={list}
          onClose={close}
          onDone={() => {
            close();
            announce(texts.lists.saved);
            onChange();
          }}
        />
      )}
    </>
  );
}
