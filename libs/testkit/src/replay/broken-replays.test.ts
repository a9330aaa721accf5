import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_REPLAYS, correctReplays } from './broken-replays.fixture.js';
import { replayStoreContract } from './replay-store-contract.js';

describe('replayStoreContract', () => {
  provesToCatch(replayStoreContract, correctReplays, BROKEN_REPLAYS);
});
