import {
  type AccountId,
  accountId,
  createVerificationService,
  keyedTaskId,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryReplayStore,
  MemoryTaskStore,
} from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createNodeHandler } from './node-handler.js';
import { serveListener } from './serve-contract.fixture.js';

const ME: AccountId = accountId('acme');
const KEY = '8e03978e-40d5-43dd';
const FILE = 'phone\r\n+41791234567\r\n';

/** A server whose process before it was killed after its work was done, and before the answer was kept or sent. */
async function afterKill() {
  const ledger = new MemoryCreditLedger();
  await ledger.grant(ME, 5);
  const authenticator = new MemoryAuthenticator();
  authenticator.add('good', { accountId: ME, suspended: false });
  const replays = new MemoryReplayStore();
  const service = createVerificationService({
    store: new MemoryTaskStore(),
    ledger,
    checker: { check: async () => 'dead' },
    queue: null,
    replays,
  });
  await replays.begin({ accountId: ME, key: KEY, leaseMs: 0 });
  const served = await serveListener(createNodeHandler({ service, authenticator }));
  onTestFinished(() => served.close());
  const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
    fetch(`${served.baseUrl}${path}`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer good', 'idempotency-key': KEY, ...headers },
    });
  return { ledger, service, post };
}

function form(content: string): FormData {
  const body = new FormData();
  body.append('file', new Blob([content]), 'customers.csv');
  return body;
}

describe('the repeat of a request whose process was killed before it answered', () => {
  it('is charged once more for no number', async () => {
    const { ledger, service, post } = await afterKill();
    await service.verify({ accountId: ME, phone: '+41791234567', requestId: KEY });
    const json = { 'content-type': 'application/json' };
    const reply = await post('/v1/verify', '{"phone":"+41791234567"}', json);
    expect([reply.status, reply.headers.get('idempotency-replayed')]).toEqual([200, null]);
    expect(await ledger.balance(ME)).toEqual({ available: 4, held: 0 });
  });

  it('finds the task that its file has become', async () => {
    const { ledger, service, post } = await afterKill();
    const { taskId } = await service.submit({
      accountId: ME,
      fileName: 'customers.csv',
      content: Buffer.from(FILE),
      taskId: keyedTaskId(ME, KEY),
    });
    const reply = await post('/v1/verify/batch', form(FILE));
    expect([reply.status, await reply.json()]).toEqual([
      202,
      { task_id: taskId, total: 1, status: 'queued' },
    ]);
    expect(await ledger.balance(ME)).toEqual({ available: 4, held: 1 });
    const other = await post('/v1/verify/batch', form(`${FILE}+41791234568\r\n`));
    expect([other.status, (await other.json()) as object]).toMatchObject([
      422,
      { detail: 'idempotency_key_reused' },
    ]);
  });
});
