import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_DELIVERIES } from './broken-deliveries.fixture.js';
import { BROKEN_SHOWN_DELIVERIES } from './broken-shown-deliveries.fixture.js';
import { correctWebhooks } from './broken-store.fixture.js';
import { BROKEN_WEBHOOKS } from './broken-webhooks.fixture.js';
import { webhookStoreContract } from './webhook-store-contract.js';

describe('webhookStoreContract', () => {
  provesToCatch(webhookStoreContract, correctWebhooks, [
    ...BROKEN_WEBHOOKS,
    ...BROKEN_DELIVERIES,
    ...BROKEN_SHOWN_DELIVERIES,
  ]);
});
