import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_ARCHIVES, correctArchive } from './broken-archives.fixture.js';
import { taskArchiveContract } from './task-archive-contract.js';

describe('taskArchiveContract', () => {
  provesToCatch(taskArchiveContract, correctArchive, BROKEN_ARCHIVES);
});
