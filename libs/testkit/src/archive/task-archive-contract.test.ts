import { MemoryTaskStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { agingClock } from '../runner/aging-clock.fixture.js';
import { taskArchiveContract } from './task-archive-contract.js';

describe('MemoryTaskStore', () => {
  taskArchiveContract({ describe, it }, async (clock) => {
    const store = new MemoryTaskStore({ clock });
    return { store, archive: store, close: async () => {} };
  });
});

describe('MemoryTaskStore, by a time of its own', () => {
  taskArchiveContract({ describe, it }, async () => {
    const { clock, pass } = agingClock();
    const store = new MemoryTaskStore({ clock });
    return { store, archive: store, pass, close: async () => {} };
  });
});
