import { MemoryTaskStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { agingClock } from '../runner/aging-clock.fixture.js';
import { taskStoreContract } from './task-store-contract.js';

describe('MemoryTaskStore', () => {
  taskStoreContract({ describe, it }, async (clock) => ({
    store: new MemoryTaskStore({ clock }),
    close: async () => {},
  }));
});

describe('MemoryTaskStore, by a time of its own', () => {
  taskStoreContract({ describe, it }, async () => {
    const { clock, pass } = agingClock();
    return { store: new MemoryTaskStore({ clock }), pass, close: async () => {} };
  });
});
