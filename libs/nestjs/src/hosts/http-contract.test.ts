import { mountContract, startMemoryServer } from '@dialproof/testkit';
import { NestFactory } from '@nestjs/core';
import { describe, it } from 'vitest';
import { addressOf, closeNow, HostModule } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

// The suite of mounts once for each platform. What hosts do in front of the routes is in hostile-hosts.test.ts.
describe('VerificationModule on Express', () => {
  const start = () =>
    startMemoryServer(
      async (parts) => {
        const module = { module: HostModule, imports: [VerificationModule.forRoot(parts)] };
        const app = await NestFactory.create(module, { logger: false });
        // Node's default, 5 seconds, may end while a busy machine sends the next request, and the client then loses the reply.
        app.getHttpServer().keepAliveTimeout = 60_000;
        await app.listen(0, '127.0.0.1');
        return { baseUrl: addressOf(app), close: () => closeNow(app) };
      },
      { startsService: true },
    );
  mountContract({ describe, it }, start);
});
