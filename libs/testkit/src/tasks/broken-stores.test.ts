import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_CLAIMS } from './broken-claims.fixture.js';
import { BROKEN_COPIES } from './broken-copies.fixture.js';
import { BROKEN_DISCARDS } from './broken-discards.fixture.js';
import { BROKEN_DRAFTS } from './broken-drafts.fixture.js';
import { BROKEN_ENDINGS } from './broken-endings.fixture.js';
import { BROKEN_LEASES } from './broken-leases.fixture.js';
import { BROKEN_PAUSES } from './broken-pauses.fixture.js';
import { BROKEN_RECORDS } from './broken-records.fixture.js';
import { BROKEN_RESTARTS } from './broken-restarts.fixture.js';
import { correctStore } from './broken-store.fixture.js';
import { BROKEN_TURNS } from './broken-turns.fixture.js';
import { taskStoreContract } from './task-store-contract.js';

describe('taskStoreContract', () => {
  provesToCatch(taskStoreContract, correctStore, [
    ...BROKEN_DRAFTS,
    ...BROKEN_DISCARDS,
    ...BROKEN_CLAIMS,
    ...BROKEN_TURNS,
    ...BROKEN_LEASES,
    ...BROKEN_PAUSES,
    ...BROKEN_RECORDS,
    ...BROKEN_ENDINGS,
    ...BROKEN_COPIES,
    ...BROKEN_RESTARTS,
  ]);
});
