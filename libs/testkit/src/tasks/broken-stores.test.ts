import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_CLAIMS } from './broken-claims.fixture.js';
import { BROKEN_COPIES } from './broken-copies.fixture.js';
import { BROKEN_DISCARDS } from './broken-discards.fixture.js';
import { BROKEN_DRAFTS } from './broken-drafts.fixture.js';
import { BROKEN_FAILURES } from './broken-failures.fixture.js';
import { BROKEN_FILES } from './broken-files.fixture.js';
import { BROKEN_FINISHES } from './broken-finishes.fixture.js';
import { BROKEN_LEASES } from './broken-leases.fixture.js';
import { BROKEN_OUTAGES } from './broken-outages.fixture.js';
import { BROKEN_PAUSES } from './broken-pauses.fixture.js';
import { BROKEN_RECORDS } from './broken-records.fixture.js';
import { BROKEN_RESTARTS } from './broken-restarts.fixture.js';
import { BROKEN_RETRIES } from './broken-retries.fixture.js';
import { BROKEN_ROW_BLOCKS } from './broken-row-blocks.fixture.js';
import { BROKEN_RUNS } from './broken-runs.fixture.js';
import { correctStore } from './broken-store.fixture.js';
import { BROKEN_TURNS } from './broken-turns.fixture.js';
import { BROKEN_WAITING } from './broken-waiting.fixture.js';
import { taskStoreContract } from './task-store-contract.js';

describe('taskStoreContract', () => {
  provesToCatch(taskStoreContract, correctStore, [
    ...BROKEN_DRAFTS,
    ...BROKEN_FILES,
    ...BROKEN_ROW_BLOCKS,
    ...BROKEN_DISCARDS,
    ...BROKEN_CLAIMS,
    ...BROKEN_TURNS,
    ...BROKEN_LEASES,
    ...BROKEN_PAUSES,
    ...BROKEN_OUTAGES,
    ...BROKEN_WAITING,
    ...BROKEN_RECORDS,
    ...BROKEN_FINISHES,
    ...BROKEN_FAILURES,
    ...BROKEN_RETRIES,
    ...BROKEN_COPIES,
    ...BROKEN_RESTARTS,
    ...BROKEN_RUNS,
  ]);
});
