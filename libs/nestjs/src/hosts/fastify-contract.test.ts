import { mountContract, startMemoryServer } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { startFastify } from '../fixtures/fastify-application.fixture.js';
import { HostModule } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

describe('VerificationModule on Fastify', () => {
  const start = () =>
    startMemoryServer(
      async (parts) => {
        const app = await startFastify({ module: HostModule, imports: [VerificationModule.forRoot(parts)] });
        return { baseUrl: app.baseUrl, close: () => app.close() };
      },
      { startsService: true },
    );
  mountContract({ describe, it }, start);
});
