import {
  accountId,
  createVerificationService,
  DialproofError,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryTaskStore,
  type NumberChecker,
  OUTAGE_REASONS,
} from '@dialproof/core';
import { MemoryAccountRegistry, MemoryAccountTokens, MemoryWebhookStore } from '@dialproof/testkit/memory';
import { createWebhooks } from '@dialproof/webhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '../log.js';
import { createApp } from './app.js';
import { closeHttpServer, createHttpServer, listen } from './http-server.js';
import { Lifecycle } from './lifecycle.js';
import { SignInCode } from './sign-in-code.js';

const ME = accountId('me');

async function ready(
  lifecycle: Lifecycle,
  askStore: () => Promise<unknown>,
  check: NumberChecker['check'] = async () => 'dead',
): Promise<[number, unknown]> {
  const authenticator = new MemoryAuthenticator();
  const ledger = new MemoryCreditLedger();
  await ledger.grant(ME, 1);
  const service = createVerificationService({
    store: new MemoryTaskStore(),
    ledger,
    checker: { check },
    queue: null,
    onError: () => {},
  });
  await service.verify({ accountId: ME, phone: '+41791234567' });
  const { listener } = createApp({
    service,
    authenticator,
    accounts: new MemoryAccountRegistry({ authenticator }),
    accountTokens: new MemoryAccountTokens({ authenticator }),
    audit: { record: () => {} },
    newAccountCredits: 0,
    checkers: [],
    rates: null,
    proxies: 0,
    lifecycle,
    log: createLog('silent', { write: () => {} }),
    receivers: new Map(),
    webhooks: createWebhooks({ store: new MemoryWebhookStore(), outbox: null }),
    metrics: undefined,
    signInCode: new SignInCode(),
    askStore,
  });
  const server = createHttpServer(listener, { idleTimeoutMs: 5_000 });
  const port = await listen(server, 0, '127.0.0.1');
  onTestFinished(() => closeHttpServer(server));
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return [response.status, await response.json()];
}

describe('GET /readyz', () => {
  it('is 200 while numbers can be checked', async () => {
    const lifecycle = new Lifecycle();
    lifecycle.becomeReady();
    expect(await ready(lifecycle, async () => {})).toEqual([200, { status: 'ready', checker: 'ok' }]);
  });

  it.each(OUTAGE_REASONS)('reports that no number can be checked because of %s', async (reason) => {
    const lifecycle = new Lifecycle();
    lifecycle.becomeReady();
    const check = () => Promise.reject(new DialproofError(reason));
    expect(await ready(lifecycle, async () => {}, check)).toEqual([
      200,
      { status: 'ready', checker: reason },
    ]);
  });

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
