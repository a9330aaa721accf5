import { mountContract } from '@dialproof/testkit';
import { describe, it } from 'vitest';
import { startFastifyServer } from './fastify-server.fixture.js';
import { verificationPlugin } from './verification-plugin.js';

describe('verificationPlugin at two places of one application', () => {
  const start = () =>
    startFastifyServer(
      (app, parts) => {
        app.register(verificationPlugin, parts);
        app.register(verificationPlugin, { prefix: '/v1', ...parts });
      },
      { paths: ['', '/v1'] },
    );
  mountContract({ describe, it }, start);
});
