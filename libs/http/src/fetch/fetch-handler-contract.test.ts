import { listenLocally, mountContract, startMemoryServer } from '@dialproof/testkit';
import { getRequestListener } from '@hono/node-server';
import { describe, it } from 'vitest';
import { createFetchHandler } from './fetch-handler.js';

describe('createFetchHandler over the memory ports', () => {
  mountContract({ describe, it }, () =>
    startMemoryServer((parts) =>
      // With the Request and Response of Node, and not with the runtime's own in place of them.
      listenLocally(getRequestListener(createFetchHandler(parts), { overrideGlobalObjects: false })),
    ),
  );
});
