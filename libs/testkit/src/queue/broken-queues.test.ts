import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_QUEUES, correctQueue } from './broken-queues.fixture.js';
import { taskQueueContract } from './task-queue-contract.js';

describe('taskQueueContract', () => {
  provesToCatch(taskQueueContract, correctQueue, BROKEN_QUEUES);
});
