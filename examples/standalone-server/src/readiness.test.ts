import {
  createVerificationService,
  MemoryAccountRegistry,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
} from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from './app.js';
import { closeHttpServer, createHttpServer, listen } from './http-server.js';
import { Lifecycle } from './lifecycle.js';
import { createLog } from './logging.js';

async function ready(lifecycle: Lifecycle, askStore: () => Promise<unknown>): Promise<[number, unknown]> {
  const authenticator = new MemoryAuthenticator();
  const checker = { check: async () => 'dead' as const };
  const parts = { store: new MemoryTaskStore(), ledger: new MemoryCreditLedger(), checker, queue: null };
  const { listener } = createApp({
    service: createVerificationService(parts),
    authenticator,
    accounts: new MemoryAccountRegistry({ authenticator }),
    lifecycle,
    log: createLog('silent', { write: () => {} }),
    askStore,
  });
  const server = createHttpServer(listener, { idleTimeoutMs: 5_000 });
  const port = await listen(server, 0, '127.0.0.1');
  onTestFinished(() => closeHttpServer(server));
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return [response.status, await response.json()];
}

describe('GET /readyz', () => {
  it('is 503 while the server starts', async () => {
    expect(await ready(new Lifecycle(), async () => {})).toEqual([503, { status: 'starting' }]);
  });

  it('is 503 when the store does not answer', async () => {
    const lifecycle = new Lifecycle();
    lifecycle.becomeReady();
    const down = async () => {
      throw new Error('the store is down');
    };
    expect(await ready(lifecycle, down)).toEqual([503, { status: 'store_unavailable' }]);
  });

  it('is 503 once the server stops, and stays so', async () => {
    const lifecycle = new Lifecycle();
    lifecycle.becomeReady();
    lifecycle.beginToStop();
    lifecycle.becomeReady();
    expect(await ready(lifecycle, async () => {})).toEqual([503, { status: 'stopping' }]);
  });
});
