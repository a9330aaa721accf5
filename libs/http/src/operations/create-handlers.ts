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
import { registerHandler } from './register.js';
import { removeHandler } from './remove.js';
import { retryHandler } from './retry.js';
import { submitHandler } from './submit.js';
import { verifyHandler } from './verify.js';

/** What answers each operation that these settings give. Replies without an end of their own are among `streams` while they are open. */
export function createHandlers(settings: HttpContractSettings, streams: OpenStreams): Handlers {
  const { service, accounts, maxJsonBytes, maxFormBytes, heartbeatMs } = settings;
  return {
    account: {
      verify: verifyHandler(service, maxJsonBytes),
      submit: submitHandler(service, maxFormBytes),
      list: listHandler(service),
      poll: pollHandler(service),
      remove: removeHandler(service),
      cancel: cancelHandler(service),
      retry: retryHandler(service),
      events: eventsHandler({ service, heartbeatMs, streams }),
      download: downloadHandler(service),
      credits: creditsHandler(service),
    },
    open: {
      ...(accounts === undefined ? {} : { register: registerHandler(accounts, maxJsonBytes) }),
      describe: describeHandler(() => openApiDocument({ operations: describedOperations(settings) })),
    },
  };
}

/** The operations that this server can do. The others of its paths are refused with `not_supported`. */
function describedOperations({ service, accounts }: HttpContractSettings): readonly OperationName[] {
  const supported: { readonly [Name in OperationName]?: boolean } = {
    ...service.supports,
    register: accounts !== undefined,
  };
  return OPERATION_NAMES.filter((name) => supported[name] ?? true);
}
