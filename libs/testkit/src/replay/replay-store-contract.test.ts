import { MemoryReplayStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { agingClock } from '../runner/aging-clock.fixture.js';
import { replayStoreContract } from './replay-store-contract.js';

describe('MemoryReplayStore', () => {
  replayStoreContract({ describe, it }, async (clock) => ({
    store: new MemoryReplayStore({ clock }),
    close: async () => {},
  }));
});

describe('MemoryReplayStore, by a time of its own', () => {
  replayStoreContract({ describe, it }, async () => {
    const { clock, pass } = agingClock();
    return { store: new MemoryReplayStore({ clock }), pass, close: async () => {} };
  });
});
