import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { boundedTasksContract } from './bounded-tasks-contract.js';
import { BROKEN_BOUNDS, correctBounds } from './broken-bounds.fixture.js';

describe('boundedTasksContract', () => {
  provesToCatch(boundedTasksContract, correctBounds, BROKEN_BOUNDS);
});
