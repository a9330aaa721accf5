import { hasEnded, type Task } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { addressOf, goTo } from '../app/route.js';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { ConfirmButton } from '../parts/dialog.js';
import { Failure } from '../parts/failure.js';

export interface TaskActionsProps {
  readonly task: Task;
  /** Is called after an action on the task. */
  onChange(): void;
}

/** The possible actions on a task in its state: stop, retry, delete. */
export function TaskActions({ task, onChange }: TaskActionsProps) {
  const { client, texts, offers, announce } = useTools();
  const [isStopping, setStopping] = useState(false);
  const handle = client.task(task.task_id);
  const post = useUnansweredPost();
  const cancel = useAction(async () => {
    await post.send('cancel', (key) => handle.cancel(key));
    setStopping(true);
    announce(texts.task.cancelling);
    onChange();
  });
  const retry = useAction(async () => {
    await post.send('retry', (key) => handle.retry(key));
    setStopping(false);
    onChange();
  });
  const remove = useAction(async () => {
    await handle.delete();
    announce(texts.task.deleted);
    goTo({ page: 'history' });
  });
  const isEnded = hasEnded(task);
  const toRetry = task.total - task.processed + task.checks_failed;
  return (
    <>
      <Failure error={cancel.error ?? retry.error ?? remove.error} />
      {isEnded && toRetry > 0 && <p>{texts.task.retryText(toRetry)}</p>}
      {!isEnded && isStopping && <p>{texts.task.cancelling}</p>}
      <p class="actions">
        {!isEnded && !isStopping && (
          <ConfirmButton class="secondary small" action={cancel} words={texts.task.cancel} />
        )}
        {isEnded && toRetry > 0 && (
          <button
            type="button"
            class="secondary"
            aria-busy={retry.isRunning}
            onClick={() => void retry.run()}
          >
            {task.status === 'failed' ? texts.task.rest(toRetry) : texts.task.retry(toRetry)}
          </button>
        )}
        {task.status === 'done' && offers('POST /v1/lists') && (
          <a class="button secondary" href={addressOf({ page: 'newList', taskId: task.task_id })}>
            {texts.lists.keep}
          </a>
        )}
        {isEnded && offers('DELETE /v1/verify/tasks/{task_id}') && (
          <ConfirmButton class="danger" action={remove} words={texts.task.delete} />
        )}
      </p>
    </>
  );
}
