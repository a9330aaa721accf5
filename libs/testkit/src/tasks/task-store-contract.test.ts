import { MemoryTaskStore } from '@dialproof/core';
import { describe, it } from 'vitest';
import { taskStoreContract } from './task-store-contract.js';

describe('MemoryTaskStore', () => {
  taskStoreContract({ describe, it }, async () => ({ store: new MemoryTaskStore(), close: async () => {} }));
});
