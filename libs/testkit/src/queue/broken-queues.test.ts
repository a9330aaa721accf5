import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_CALLS } from './broken-calls.fixture.js';
import { correctQueue } from './broken-queue.fixture.js';
import { BROKEN_STOPS } from './broken-stops.fixture.js';
import { BROKEN_WAKES } from './broken-wakes.fixture.js';
import { taskQueueContract } from './task-queue-contract.js';

describe('taskQueueContract', () => {
  provesToCatch(taskQueueContract, correctQueue, [...BROKEN_WAKES, ...BROKEN_CALLS, ...BROKEN_STOPS]);
});
