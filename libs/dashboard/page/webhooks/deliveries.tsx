import type { WebhookDelivery } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { usePages } from '../app/use-pages.js';
import { PagedTable } from '../parts/paged-table.js';
import { SmallButton } from '../parts/small-button.js';
import { Row } from '../parts/table.js';

const PAGE_DELIVERIES = 10;

/** The deliveries of a webhook, the newest first. */
export function Deliveries({ webhookId }: { readonly webhookId: string }) {
  const { client, texts } = useTools();
  const pages = usePages(
    (signal) => client.webhooks.deliveries(webhookId, { limit: PAGE_DELIVERIES }, { signal }),
    [webhookId],
  );
  const { deliveries: words } = texts.webhooks;
  return (
    <PagedTable
      pages={pages}
      none={words.none}
      label={words.title}
      columns={[
        { name: texts.words.time, kind: 'when' },
        { name: words.event },
        { name: texts.words.state },
        { name: words.last },
        { name: words.next, kind: 'when' },
      ]}
      actions={
        <SmallButton busy={pages.isLoading} onClick={pages.reload}>
          {words.reload}
        </SmallButton>
      }
    >
      {(delivery) => <DeliveryRow key={delivery.event_id} delivery={delivery} />}
    </PagedTable>
  );
}

function DeliveryRow({ delivery }: { readonly delivery: WebhookDelivery }) {
  const { texts, formats } = useTools();
  const { deliveries: words, eventNames } = texts.webhooks;
  const { attempts, last_attempt: last, next_try_at: next } = delivery;
  return (
    <Row>
      {formats.dateTime(delivery.occurred_at)}
      {eventNames[delivery.event]}
      <span>
        {words.states[delivery.state]}
        <small class="meaning">{words.attempts(attempts)}</small>
      </span>
      {last !== null && (
        <span>
          {last.failure === null ? words.status(last.status ?? 0) : words.failures[last.failure]}
          <small class="meaning">{formats.dateTime(last.at)}</small>
        </span>
      )}
      {next !== null && formats.dateTime(next)}
    </Row>
  );
}
