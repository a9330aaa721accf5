import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { FormDialog } from '../parts/dialog.js';

export interface ReplayDialogProps {
  readonly webhookId: string;
  onClose(): void;
  /** Is called when deliveries are on their way. */
  onDone(): void;
}

const DAY_MS = 86_400_000;

/** Asks since when deliveries are to be made again. */
export function ReplayDialog({ webhookId, onClose, onDone }: ReplayDialogProps) {
  const { client, texts } = useTools();
  const [since, setSince] = useState(() => localTime(Date.now() - DAY_MS));
  const [deliveries, setDeliveries] = useState<number>();
  const post = useUnansweredPost();
  const replay = useAction(async () => {
    const wanted = { since: new Date(since).toISOString() };
    const answer = await post.send(wanted.since, (key) => client.webhooks.replay(webhookId, wanted, key));
    setDeliveries(answer.deliveries);
    onDone();
  });
  return (
    <FormDialog
      title={texts.webhooks.replay}
      yes={texts.webhooks.replay}
      no={texts.close}
      action={replay}
      onClose={onClose}
    >
      <p>{texts.webhooks.replayText}</p>
      <label>
        {texts.webhooks.since}
        <input
          type="datetime-local"
          required
          value={since}
          onInput={(event) => setSince(event.currentTarget.value)}
        />
      </label>
      <p role="status">{deliveries !== undefined && texts.webhooks.replayed(deliveries)}</p>
    </FormDialog>
  );
}

/** In the form of time fields: local time, to the minute. */
function localTime(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}
