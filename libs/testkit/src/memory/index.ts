export { MemoryAccountRegistry, type MemoryAccountRegistryOptions } from './memory-account-registry.js';
export { MemoryAccountTokens, type MemoryAccountTokensOptions } from './memory-account-tokens.js';
export { MemoryEventOutbox, type MemoryEventOutboxOptions } from './memory-event-outbox.js';
export { MemoryNumberChecker } from './memory-number-checker.js';
export { MemoryObservationStore } from './memory-observation-store.js';
export { MemoryWebhookStore, type MemoryWebhookStoreOptions } from './memory-webhook-store.js';
