import type { Webhook } from '@dialproof/client';
import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useUnansweredPost } from '../app/unanswered-post.js';
import { useAction } from '../app/use-action.js';
import { Confirm } from '../parts/dialog.js';
import { Failure } from '../parts/failure.js';
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
  const [asked, setAsked] = useState<'delete' | 'replay' | 'rotate'>();
  const { webhook_id: id } = webhook;
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
  const close = () => setAsked(undefined);
  return (
    <article class="card webhook">
      <p dir="ltr">{webhook.url}</p>
      <dl class="facts">
        <div>
          <dt>{texts.webhooks.events}</dt>
          <dd>{webhook.events.map((event) => texts.webhooks.eventNames[event]).join(' · ')}</dd>
        </div>
        <div>
          <dt>{texts.webhooks.state}</dt>
          <dd>
            {webhook.disabled_at === null
              ? texts.webhooks.active
              : texts.webhooks.disabled(formats.dateTime(webhook.disabled_at))}
            {webhook.disabled_reason !== null &&
              `, ${texts.webhooks.disabledReasons[webhook.disabled_reason]}`}
          </dd>
        </div>
      </dl>
      {offers('GET /v1/webhooks/{webhook_id}/deliveries') && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{texts.webhooks.deliveries.title}</summary>
          {isOpen && <Deliveries key={replays} webhookId={id} />}
        </details>
      )}
      <Failure error={remove.error ?? rotate.error} />
      <p class="actions">
        <button type="button" class="secondary small" onClick={() => setAsked('replay')}>
          {texts.webhooks.replay}
        </button>
        <button
          type="button"
          class="secondary small"
          aria-busy={rotate.isRunning}
          onClick={() => setAsked('rotate')}
        >
          {texts.webhooks.rotate}
        </button>
        <button
          type="button"
          class="danger small"
          aria-busy={remove.isRunning}
          onClick={() => setAsked('delete')}
        >
          {texts.webhooks.delete}
        </button>
      </p>
      {asked === 'replay' && (
        <ReplayDialog
          webhookId={id}
          onClose={close}
          onDone={() => {
            setReplays((count) => count + 1);
            onChange();
          }}
        />
      )}
      {asked === 'rotate' && (
        <Confirm
          title={texts.webhooks.rotate}
          text={texts.webhooks.rotateText}
          yes={texts.webhooks.rotate}
          no={texts.cancel}
          onNo={close}
          onYes={() => {
            close();
            void rotate.run();
          }}
        />
      )}
      {asked === 'delete' && (
        <Confirm
          title={texts.webhooks.deleteTitle}
          text={texts.webhooks.deleteText}
          yes={texts.webhooks.delete}
          no={texts.cancel}
          onNo={close}
          onYes={() => {
            close();
            void remove.run();
          }}
        />
      )}
    </article>
  );
}
