import type { EventOutbox } from '@dialproof/core';
import { type CreateOnClock, timedCasesWith } from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { appendCases } from './append-cases.js';
import { eventClaimCases } from './event-claim-cases.js';
import type { EventOutboxSubject } from './sample-events.js';

/** Tests every sentence of {@link EventOutbox}. Each case calls `create` for an empty store and outbox that go by the clock. */
export function eventOutboxContract(runner: TestRunner, create: CreateOnClock<EventOutboxSubject>): void {
  runner.describe('event outbox contract', () => {
    const it = timedCasesWith(runner, create);
    appendCases(it);
    eventClaimCases(it);
  });
}
