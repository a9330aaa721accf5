import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { Field } from '../parts/field.js';
import { ActionForm, Choices } from '../parts/form.js';

/** A form for a new webhook. */
export function AddWebhook({ onAdded }: { onAdded(secret: string): void }) {
  const { client, texts, announce } = useTools();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly WebhookEventType[]>(['task.done', 'task.failed']);
  const post = useUnansweredPost();
  const add = useAction(async () => {
    const wanted = { url: url.trim(), events };
    const { secret } = await post.send(JSON.stringify(wanted), (key) => client.webhooks.create(wanted, key));
    setUrl('');
    announce(texts.webhooks.added);
    onAdded(secret);
  });
  return (
    <ActionForm
      class="narrow card"
      action={add}
      submit={texts.webhooks.add}
      running={texts.webhooks.adding}
      missing={events.length === 0 && texts.webhooks.noEvent}
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
      <Choices legend={texts.webhooks.events} all={WEBHOOK_EVENT_TYPES} chosen={events} onChoose={setEvents}>
        {(event) => texts.webhooks.eventNames[event]}
      </Choices>
    </ActionForm>
  );
}
