import type { WebhookStore } from '@dialproof/core';
import { type CreateOnClock, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { balanceReadingCases } from './balance-reading-cases.js';
import { deliveryCases } from './delivery-cases.js';
import { expandCases, replayCases } from './expand-cases.js';
import type { WebhookStoreSubject } from './sample-webhooks.js';
import { shownDeliveryCases } from './shown-delivery-cases.js';
import { turnCases } from './turn-cases.js';
import { webhookCases } from './webhook-cases.js';

/** Tests every sentence of {@link WebhookStore}. Each case calls `create` for an empty store that goes by the clock. */
export function webhookStoreContract(runner: TestRunner, create: CreateOnClock<WebhookStoreSubject>): void {
  runner.describe('webhook store contract', () => {
    const it = timedCasesWith(runner, create);
    webhookCases(it);
    expandCases(it);
    deliveryCases(it);
    shownDeliveryCases(it);
    turnCases(it);
    replayCases(it);
    balanceReadingCases(it);
  });
}
