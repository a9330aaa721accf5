import type { HttpContractSettings } from '../contract-options.js';
import type { OpenStreams } from '../open-streams.js';
import { openApiDocument } from '../wire/openapi.js';
import { OPERATION_NAMES, type OperationName } from '../wire/routes.js';
import { cancelHandler } from './cancel.js';
import { creditsHandler } from './credits.js';
import { describeHandler } from './describe.js';
import { downloadHandler } from './download.js';
import { eventsHandler } from './events.js';
import { listHandler } from './list.js';
import type { Handlers } from './operation.js';
import { pollHandler } from './poll.js';
import { previewHandler } from './preview.js';
import { registerHandler } from './register.js';
import { removeHandler } from './remove.js';
import { retryHandler } from './retry.js';
import { statementHandler } from './statement.js';
import { submitHandler } from './submit.js';
import { verifyHandler } from './verify.js';
import { webhookHandlers } from './webhooks.js';

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
      download: downloadHandler(service),
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
