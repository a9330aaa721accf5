import { mountContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { startFastifyServer } from './fastify-server.fixture.js';
import { verificationPlugin } from './verification-plugin.js';

describe('verificationPlugin below a prefix within a prefix, without registration', () => {
  mountContract({ describe, it }, () =>
    startFastifyServer(
      (app, parts) => {
        app.register(
          async (scope) => {
            scope.register(verificationPlugin, { prefix: '/phones', ...parts });
          },
          { prefix: '/tenants/:tenant' },
        );
      },
      { paths: ['/tenants/acme/phones'], hasRegistration: false, server: { bodyLimit: 1_000 } },
    ),
  );
});
