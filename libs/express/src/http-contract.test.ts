import { httpContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { startExpressServer } from './express-server.fixture.js';

describe('verificationRouter over the memory ports', () => {
  httpContract({ describe, it }, () => startExpressServer());
});
