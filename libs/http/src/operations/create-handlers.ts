import type { HttpContractSettings } from '../contract-options.js';
import type { OpenStreams } from '../open-streams.js';
import { openApiDocument } from '../wire/openapi.js';
import { OPERATION_NAMES } from '../wire/routes.js';
import { cancelHandler } from './cancel.js';
import { creditsHandler } from './credits.js';
import { describeHandler } from './describe.js';
import { downloadHandler } from './download.js';
import { eventsHandler } from './events.js';
import type { Handlers } from './operation.js';
import { pollHandler } from './poll.js';
import { registerHandler } from './register.js';
import { retryHandler } from './retry.js';
import { submitHandler } from './submit.js';
import { verifyHandler } from './verify.js';

/** What answers each operation that these settings give. Replies without an end of their own are among `streams` while they are open. */
export function createHandlers(settings: HttpContractSettings, streams: OpenStreams): Handlers {
  const { service, accounts, maxJsonBytes, maxFormBytes, heartbeatMs } = settings;
  const operations = OPERATION_NAMES.filter((name) => name !== 'register' || accounts !== undefined);
  return {
    account: {
      verify: verifyHandler(service, maxJsonBytes),
      submit: submitHandler(service, maxFormBytes),
      poll: pollHandler(service),
      cancel: cancelHandler(service),
      retry: retryHandler(service),
      events: eventsHandler({ service, heartbeatMs, streams }),
      download: downloadHandler(service),
      credits: creditsHandler(service),
    },
    open: {
      ...(accounts === undefined ? {} : { register: registerHandler(accounts, maxJsonBytes) }),
      describe: describeHandler(() => openApiDocument({ operations })),
    },
  };
}
