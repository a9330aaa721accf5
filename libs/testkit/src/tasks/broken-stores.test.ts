import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_OUTAGES } from './answers/broken-outages.fixture.js';
import { BROKEN_RECORDS } from './answers/broken-records.fixture.js';
import { BROKEN_WAITING } from './answers/broken-waiting.fixture.js';
import { BROKEN_COPIES } from './broken-copies.fixture.js';
import { BROKEN_RESTARTS } from './broken-restarts.fixture.js';
import { BROKEN_CLAIMS } from './claims/broken-claims.fixture.js';
import { BROKEN_LEASES } from './claims/broken-leases.fixture.js';
import { BROKEN_PAUSES } from './claims/broken-pauses.fixture.js';
import { BROKEN_TURNS } from './claims/broken-turns.fixture.js';
import { BROKEN_FAILURES } from './endings/broken-failures.fixture.js';
import { BROKEN_FINISHES } from './endings/broken-finishes.fixture.js';
import { BROKEN_RETRIES } from './endings/broken-retries.fixture.js';
import { BROKEN_DISCARDS } from './intake/broken-discards.fixture.js';
import { BROKEN_DRAFTS } from './intake/broken-drafts.fixture.js';
import { BROKEN_FILES } from './intake/broken-files.fixture.js';
import { BROKEN_ROW_BLOCKS } from './intake/broken-row-blocks.fixture.js';
import { BROKEN_RUNS } from './interleaving/broken-runs.fixture.js';
import { correctStore } from './subject/broken-store.fixture.js';
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
