import { listenLocally, mountContract, startMemoryServer } from '@dialproof/testkit';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { mount as mountAt } from 'hono/mount';
import { describe, it } from 'vitest';
import { createFetchHandler } from './fetch-handler.js';

describe('createFetchHandler in a Hono application, without registration', () => {
  const start = () =>
    startMemoryServer(
      async (parts) => {
        const app = new Hono();
        const handler = createFetchHandler(parts);
        app.mount('/phones', handler).all('/api/v1/*', mountAt(handler));
        const mount = await listenLocally(getRequestListener(app.fetch));
        return {
          ...mount,
          baseUrl: `${mount.baseUrl}/phones`,
          otherBaseUrls: [`${mount.baseUrl}/api/v1`],
        };
      },
      { hasRegistration: false },
    );
  mountContract({ describe, it }, start);
});
