import { MemoryEventOutbox, MemoryTaskStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { agingClock } from '../runner/aging-clock.fixture.js';
import { eventOutboxContract } from './event-outbox-contract.js';

describe('MemoryEventOutbox', () => {
  eventOutboxContract({ describe, it }, async (clock) => {
    const outbox = new MemoryEventOutbox({ clock });
    return { store: new MemoryTaskStore({ clock, outbox }), outbox, close: async () => {} };
  });
});

describe('MemoryEventOutbox, by a time of its own', () => {
  eventOutboxContract({ describe, it }, async () => {
    const { clock, pass } = agingClock();
    const outbox = new MemoryEventOutbox({ clock });
    return { store: new MemoryTaskStore({ clock, outbox }), outbox, pass, close: async () => {} };
  });
});
