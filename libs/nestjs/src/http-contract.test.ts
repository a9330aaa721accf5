import { httpContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { startNestServer } from './nest-server.fixture.js';

describe('VerificationModule over the memory ports', () => {
  httpContract({ describe, it }, () => startNestServer());
});

describe('VerificationModule without registration and without the parsers of Nest', () => {
  const application = { bodyParser: false };
  httpContract({ describe, it }, () => startNestServer({ hasRegistration: false, application }));
});
