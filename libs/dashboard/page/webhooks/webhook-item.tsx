import type { Webhook } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { ConfirmButton } from '../parts/dialog.js';
import { Facts } from '../parts/facts.js';
import { Failure } from '../parts/failure.js';
import { SmallButton } from '../parts/small-button.js';
import { Deliveries } from './deliveries.js';
import { ReplayDialog } from './replay-dialog.js';

export interface WebhookItemProps {
  readonly webhook: Webhook;
  onChange(): void;
  onSecret(secret: string): void;
}

/** A webhook with its actions. */
export function WebhookItem({ webhook, onChange, onSecret }: WebhookItemProps) {
  const { client, texts, formats, offers, announce } = useTools();
  const [isOpen, setOpen] = useState(false);
  /** The number of replays, each of which makes the earlier list outdated. */
  const [replays, setReplays] = useState(0);
  const [isReplay, setReplay] = useState(false);
  const { disabled_at, disabled_reason, webhook_id: id } = webhook;
  const state =
    disabled_at === null ? texts.webhooks.active : texts.webhooks.disabled(formats.dateTime(disabled_at));
  const reason = disabled_reason && texts.webhooks.disabledReasons[disabled_reason];
  const remove = useAction(async () => {
    await client.webhooks.delete(id);
    announce(texts.webhooks.deleted);
    onChange();
  });
  const rotation = useUnansweredPost();
  const rotate = useAction(async () => {
    const { secret } = await rotation.send(id, (key) => client.webhooks.rotateSecret(id, key));
    onSecret(secret);
  });
  return (
    <article class="card">
      <h2 dir="ltr">{webhook.url}</h2>
      <Facts
        facts={[
          {
            label: texts.webhooks.events,
            value: webhook.events.map((event) => texts.webhooks.eventNames[event]).join(' · '),
          },
          { label: texts.words.state, value: [state, ...(reason === null ? [] : [reason])].join(', ') },
        ]}
      />
      {offers('GET /v1/webhooks/{webhook_id}/deliveries') && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{texts.webhooks.deliveries.title}</summary>
          {isOpen && <Deliveries key={replays} webhookId={id} />}
        </details>
      )}
      <Failure error={remove.error ?? rotate.error} />
      <p class="actions">
        <SmallButton onClick={() => setReplay(true)}>{texts.webhooks.replay}</SmallButton>
        <ConfirmButton class="secondary small" action={rotate} words={texts.webhooks.rotate} />
        <ConfirmButton class="danger small" action={remove} words={texts.webhooks.delete} />
      </p>
      {isReplay && (
        <ReplayDialog
          webhookId={id}
          onClose={() => setReplay(false)}
          onDone={() => {
            setReplays((count) => count + 1);
            onChange();
          }}
        />
      )}
    </article>
  );
}
