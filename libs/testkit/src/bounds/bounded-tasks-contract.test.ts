import { MemoryTaskStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { boundedTasksContract } from './bounded-tasks-contract.js';

describe('MemoryTaskStore', () => {
  boundedTasksContract({ describe, it }, async (clock) => {
    const store = new MemoryTaskStore({ clock });
    return { store, bounded: store, archive: store, close: async () => {} };
  });
});
