import type { OpenStreams } from '../events/open-streams.js';
import { SharedTurns } from '../message/shared-turns.js';
import { cancelHandler } from '../operations/cancel.js';
import { creditsHandler } from '../operations/credits.js';
import { describeHandler } from '../operations/describe.js';
import { downloadHandler } from '../operations/download.js';
import { eventsHandler } from '../operations/events.js';
import { inSharedTurns } from '../operations/in-shared-turns.js';
import { listHandler } from '../operations/list.js';
import type { Handlers } from '../operations/operation.js';
import { pollHandler } from '../operations/poll.js';
import { previewHandler } from '../operations/preview.js';
import { registerHandler } from '../operations/register.js';
import { removeHandler } from '../operations/remove.js';
import { retryHandler } from '../operations/retry.js';
import { showAccountHandler } from '../operations/show-account.js';
import { statementHandler } from '../operations/statement.js';
import { submitHandler } from '../operations/submit.js';
import { tokenHandlers } from '../operations/tokens.js';
import { verifyHandler } from '../operations/verify.js';
import { webhookHandlers } from '../operations/webhooks.js';
import { AccountPlaces } from '../rates/account-places.js';
import { openApiDocument } from '../wire/openapi.js';
import { OPERATION_NAMES, type OperationName } from '../wire/routes.js';
import type { HttpContractSettings } from './contract-options.js';

/** Most downloads take a second or less. */
const DOWNLOAD_AGAIN_MS = 1_000;

/** The handlers of the operations that these settings support. Event streams are registered in `streams` while they are open. */
export function createHandlers(settings: HttpContractSettings, streams: OpenStreams): Handlers {
  const { service, accounts, tokens, webhooks, maxJsonBytes, maxFormBytes } = settings;
  const { clock, heartbeatMs, stallTimeoutMs } = settings;
  const turns = new SharedTurns();
  const places = new AccountPlaces({
    max: settings.maxDownloads,
    maxPerAccount: settings.maxDownloadsPerAccount,
    minBytesPerSecond: settings.minDownloadBytesPerSecond,
    things: 'downloads',
    advice: 'read one to its end, or leave it',
    comeAgainMs: DOWNLOAD_AGAIN_MS,
  });
  return {
    account: {
      verify: verifyHandler(service, maxJsonBytes),
      submit: submitHandler(service, maxFormBytes),
      preview: previewHandler(service, maxFormBytes),
      list: inSharedTurns(turns, listHandler(service)),
      poll: pollHandler(service),
      remove: removeHandler(service),
      cancel: cancelHandler(service),
      retry: retryHandler(service),
      events: eventsHandler({ service, clock, heartbeatMs, stallTimeoutMs, streams, turns }),
      download: downloadHandler({
        service,
        clock,
        confirmEveryMs: heartbeatMs,
        stallTimeoutMs,
        places,
        turns,
      }),
      showAccount: showAccountHandler,
      credits: creditsHandler(service),
      statement: inSharedTurns(turns, statementHandler(service)),
      ...webhookHandlers(webhooks, maxJsonBytes),
      ...tokenHandlers(tokens, maxJsonBytes),
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

/** The operations that these settings support. The others are refused with `not_supported`. */
export function supportedOperations({
  service,
  accounts,
  tokens,
  webhooks,
}: HttpContractSettings): readonly OperationName[] {
  const hasTokens = tokens !== null;
  const hasWebhooks = webhooks !== null;
  const supported: { readonly [Name in OperationName]?: boolean } = {
    ...service.supports,
    register: accounts !== undefined,
    createWebhook: hasWebhooks,
    listWebhooks: hasWebhooks,
    removeWebhook: hasWebhooks,
    replayWebhook: hasWebhooks,
    rotateWebhookSecret: hasWebhooks,
    listDeliveries: hasWebhooks,
    createToken: hasTokens,
    listTokens: hasTokens,
    removeToken: hasTokens,
  };
  return OPERATION_NAMES.filter((name) => supported[name] ?? true);
}
