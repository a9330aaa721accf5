import type { OpenStreams } from '../events/open-streams.js';
import { cancelHandler } from '../operations/cancel.js';
import { creditsHandler } from '../operations/credits.js';
import { describeHandler } from '../operations/describe.js';
import { downloadHandler } from '../operations/download.js';
import { eventsHandler } from '../operations/events.js';
import { listHandler } from '../operations/list.js';
import type { Handlers } from '../operations/operation.js';
import { pollHandler } from '../operations/poll.js';
import { previewHandler } from '../operations/preview.js';
import { registerHandler } from '../operations/register.js';
import { removeHandler } from '../operations/remove.js';
import { retryHandler } from '../operations/retry.js';
import { statementHandler } from '../operations/statement.js';
import { submitHandler } from '../operations/submit.js';
import { verifyHandler } from '../operations/verify.js';
import { webhookHandlers } from '../operations/webhooks.js';
import { openApiDocument } from '../wire/openapi.js';
import { OPERATION_NAMES, type OperationName } from '../wire/routes.js';
import type { HttpContractSettings } from './contract-options.js';

/** What answers each operation that these settings give. Replies without an end of their own are among `streams` while they are open. */
export function createHandlers(settings: HttpContractSettings, streams: OpenStreams): Handlers {
  const { service, accounts, webhooks, maxJsonBytes, maxFormBytes, heartbeatMs } = settings;
  return {
    account: {
      verify: verifyHandler(service, maxJsonBytes),
      submit: submitHandler(service, maxFormBytes),
      preview: previewHandler(service, maxFormBytes),
      list: listHandler(service),
      poll: pollHandler(service),
      remove: removeHandler(service),
      cancel: cancelHandler(service),
      retry: retryHandler(service),
      events: eventsHandler({ service, heartbeatMs, streams }),
      download: downloadHandler(service, heartbeatMs),
      credits: creditsHandler(service),
      statement: statementHandler(service),
      ...webhookHandlers(webhooks, maxJsonBytes),
    },
    open: {
      ...(accounts === undefined ? {} : { register: registerHandler(accounts, maxJsonBytes) }),
      describe: describeHandler(() =>
        openApiDocument({
          operations: supportedOperations(settings),
          remembersKeys: service.replays !== null,
          countsRequests: settings.rates !== null,
        }),
      ),
    },
  };
}

/** The operations that these settings can do. The others of the paths are refused with `not_supported`. */
export function supportedOperations({
  service,
  accounts,
  webhooks,
}: HttpContractSettings): readonly OperationName[] {
  const hasWebhooks = webhooks !== null;
  const supported: { readonly [Name in OperationName]?: boolean } = {
    ...service.supports,
    register: accounts !== undefined,
    createWebhook: hasWebhooks,
    listWebhooks: hasWebhooks,
    removeWebhook: hasWebhooks,
    replayWebhook: hasWebhooks,
    rotateWebhookSecret: hasWebhooks,
  };
  return OPERATION_NAMES.filter((name) => supported[name] ?? true);
}
