import { useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';
import { useLoaded } from '../app/use-loaded.js';
import { Failure } from '../parts/failure.js';
import { Heading } from '../parts/heading.js';
import { ShownSecret } from '../parts/shown-secret.js';
import { AddWebhook } from './add-webhook.js';
import { WebhookItem } from './webhook-item.js';

/** The webhooks of the account. */
export function WebhooksPage() {
  const { client, texts } = useTools();
  const [secret, setSecret] = useState<string>();
  const webhooks = useLoaded((signal) => client.webhooks.list({ signal }), []);
  const { value, reload } = webhooks;
  const isFirstLoad = value === undefined && webhooks.isLoading;
  return (
    <section>
      <Heading>{texts.pages.webhooks}</Heading>
      <p>{texts.webhooks.intro}</p>
      {secret !== undefined && (
        <ShownSecret
          title={texts.webhooks.secret}
          help={texts.webhooks.secretHelp}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
      <Failure error={webhooks.error} onRetry={reload} />
      {isFirstLoad && <p aria-busy="true">{texts.loading}</p>}
      {value?.length === 0 && <p class="card empty">{texts.webhooks.none}</p>}
      {value?.map((webhook) => (
        <WebhookItem key={webhook.webhook_id} webhook={webhook} onChange={reload} onSecret={setSecret} />
      ))}
      {/* Not before the list, which would push it away. */}
      {!isFirstLoad && (
        <AddWebhook
          onAdded={(shown) => {
            setSecret(shown);
            reload();
          }}
        />
      )}
    </section>
  );
}
