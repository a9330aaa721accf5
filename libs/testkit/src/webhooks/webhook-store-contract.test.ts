import { MemoryWebhookStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { agingClock } from '../runner/aging-clock.fixture.js';
import { webhookStoreContract } from './webhook-store-contract.js';

describe('MemoryWebhookStore', () => {
  webhookStoreContract({ describe, it }, async (clock) => ({
    store: new MemoryWebhookStore({ clock }),
    close: async () => {},
  }));
});

describe('MemoryWebhookStore, by a time of its own', () => {
  webhookStoreContract({ describe, it }, async () => {
    const { clock, pass } = agingClock();
    return { store: new MemoryWebhookStore({ clock }), pass, close: async () => {} };
  });
});
