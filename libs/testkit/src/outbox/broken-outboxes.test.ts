import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_OUTBOXES, correctOutbox } from './broken-outboxes.fixture.js';
import { eventOutboxContract } from './event-outbox-contract.js';

describe('eventOutboxContract', () => {
  provesToCatch(eventOutboxContract, correctOutbox, BROKEN_OUTBOXES);
});
