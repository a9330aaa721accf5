import { describe } from 'vitest';
import { provesToCatch } from '../runner/broken.fixture.js';
import { BROKEN_OBSERVATIONS, correctObservations } from './broken-observations.fixture.js';
import { observationStoreContract } from './observation-store-contract.js';

describe('observationStoreContract', () => {
  provesToCatch(observationStoreContract, correctObservations, BROKEN_OBSERVATIONS);
});
