import type { HttpContractSettings } from '../contract-options.js';
import { creditsOperation } from './credits.js';
import { downloadOperation } from './download.js';
import type { Operation } from './operation.js';
import { pollOperation } from './poll.js';
import { registerOperation } from './register.js';
import { submitOperation } from './submit.js';
import { verifyOperation } from './verify.js';

/** Every operation that these settings give. */
export function createOperations(settings: HttpContractSettings): readonly Operation[] {
  const { service, accounts, maxJsonBytes, maxFormBytes } = settings;
  return [
    verifyOperation(service, maxJsonBytes),
    submitOperation(service, maxFormBytes),
    pollOperation(service),
    downloadOperation(service),
    creditsOperation(service),
    ...(accounts === undefined ? [] : [registerOperation(accounts, maxJsonBytes)]),
  ];
}
