import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { Failure } from '../parts/failure.js';
import { Field } from '../parts/field.js';

/** A form for a new webhook. */
export function AddWebhook({ onAdded }: { onAdded(secret: string): void }) {
  const { client, texts, announce } = useTools();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEventType[]>(['task.done', 'task.failed']);
  const [isEmpty, setEmpty] = useState(false);
  const post = useUnansweredPost();
  const add = useAction(async () => {
    const wanted = { url: url.trim(), events };
    const { secret } = await post.send(JSON.stringify(wanted), (key) => client.webhooks.create(wanted, key));
    setUrl('');
    announce(texts.webhooks.added);
    onAdded(secret);
  });
  const toggle = (event: WebhookEventType) =>
    setEvents(WEBHOOK_EVENT_TYPES.filter((one) => (one === event) !== events.includes(one)));
  return (
    <form
      class="narrow card"
      onSubmit={(event) => {
        event.preventDefault();
        setEmpty(events.length === 0);
        if (events.length > 0) void add.run();
      }}
    >
      <h2>{texts.webhooks.add}</h2>
      <Field label={texts.webhooks.url} help={texts.webhooks.urlHelp}>
        {(attributes) => (
          <input
            type="url"
            required
            placeholder="https://"
            value={url}
            {...attributes}
            onInput={(event) => setUrl(event.currentTarget.value)}
          />
        )}
      </Field>
      <fieldset class="list">
        <legend>{texts.webhooks.events}</legend>
        {WEBHOOK_EVENT_TYPES.map((event) => (
          <label key={event}>
            <input type="checkbox" checked={events.includes(event)} onChange={() => toggle(event)} />
            {texts.webhooks.eventNames[event]}
          </label>
        ))}
      </fieldset>
      {isEmpty && events.length === 0 && <p role="alert">{texts.webhooks.noEvent}</p>}
      <Failure error={add.error} />
      <button type="submit" aria-busy={add.isRunning}>
        {add.isRunning ? texts.webhooks.adding : texts.webhooks.add}
      </button>
    </form>
  );
}
