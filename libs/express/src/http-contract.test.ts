import { httpContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { startMemoryServer } from './memory-server.fixture.js';

describe('verificationRouter over the memory ports', () => {
  httpContract({ describe, it }, () => startMemoryServer());
});
