import { MemoryTaskStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { accountSuspensionsContract } from './account-suspensions-contract.js';

describe('MemoryTaskStore', () => {
  accountSuspensionsContract({ describe, it }, async (clock) => {
    const store = new MemoryTaskStore({ clock });
    return { store, suspensions: store, close: async () => {} };
  });
});
