import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_ANSWERS } from './broken-answers.fixture.js';
import { BROKEN_BEGINS } from './broken-begins.fixture.js';
import { BROKEN_KEYS } from './broken-keys.fixture.js';
import { BROKEN_LEASES } from './broken-leases.fixture.js';
import { BROKEN_PLACES } from './broken-places.fixture.js';
import { correctReplays } from './broken-store.fixture.js';
import { replayStoreContract } from './replay-store-contract.js';

describe('replayStoreContract', () => {
  provesToCatch(replayStoreContract, correctReplays, [
    ...BROKEN_BEGINS,
    ...BROKEN_KEYS,
    ...BROKEN_LEASES,
    ...BROKEN_ANSWERS,
    ...BROKEN_PLACES,
  ]);
});
