import type { HttpContractSettings } from '../contract-options.js';
import type { OpenStreams } from '../open-streams.js';
import { creditsOperation } from './credits.js';
import { downloadOperation } from './download.js';
import { eventsOperation } from './events.js';
import type { Operation } from './operation.js';
import { pollOperation } from './poll.js';
import { registerOperation } from './register.js';
import { submitOperation } from './submit.js';
import { verifyOperation } from './verify.js';

/** Every operation that these settings give. Replies without an end of their own are among `streams` while they are open. */
export function createOperations(settings: HttpContractSettings, streams: OpenStreams): readonly Operation[] {
  const { service, accounts, maxJsonBytes, maxFormBytes, heartbeatMs } = settings;
  return [
    verifyOperation(service, maxJsonBytes),
    submitOperation(service, maxFormBytes),
    pollOperation(service),
    downloadOperation(service),
    eventsOperation({ service, heartbeatMs, streams }),
    creditsOperation(service),
    ...(accounts === undefined ? [] : [registerOperation(accounts, maxJsonBytes)]),
  ];
}
