import type { WebhookDelivery } from '@dialproof/client';
import { useTools } from '../app/tools.js';
import { usePages } from '../app/use-pages.js';
import { Failure } from '../parts/failure.js';
import { Row, Table } from '../parts/table.js';

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
    <>
      <Failure error={pages.error} onRetry={pages.reload} />
      {pages.items.length > 0 && (
        <Table
          label={words.title}
          columns={[
            { name: words.at, kind: 'when' },
            { name: words.event },
            { name: words.state },
            { name: words.last },
            { name: words.next, kind: 'when' },
          ]}
        >
          {pages.items.map((delivery) => (
            <DeliveryRow key={delivery.event_id} delivery={delivery} />
          ))}
        </Table>
      )}
      <p role="status" aria-busy={pages.isLoading}>
        {pages.isLoading
          ? texts.loading
          : pages.items.length === 0 && pages.error === undefined && words.none}
      </p>
      <p class="actions">
        {pages.hasMore && !pages.isLoading && (
          <button type="button" class="secondary small" onClick={() => void pages.more.run()}>
            {texts.more}
          </button>
        )}
        <button type="button" class="secondary small" onClick={pages.reload}>
          {words.reload}
        </button>
      </p>
    </>
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
