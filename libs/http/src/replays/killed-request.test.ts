import {
  type AccountId,
  accountId,
  createVerificationService,
  ManualClock,
  MemoryAuthenticator,
  MemoryCreditLedger,
  MemoryReplayStore,
  MemoryTaskStore,
} from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveListener } from '../fixtures/serve-contract.fixture.js';
import { createNodeHandler } from '../node/node-handler.js';

const ME: AccountId = accountId('acme');
const KEY = '8e03978e-40d5-43dd';
const FILE = 'phone\r\n+41791234567\r\n';

const HOUR_MS = 3_600_000;

/** A server that loses its first `count` answers, as if it were killed between the work and the answer. */
async function serving({ kills }: { readonly kills: number }) {
  const clock = new ManualClock(Date.UTC(2026, 0, 2));
  const ledger = new MemoryCreditLedger({ clock });
  await ledger.grant(ME, 5);
  const authenticator = new MemoryAuthenticator();
  authenticator.add('good', { accountId: ME, suspended: false });
  const replays = new MemoryReplayStore({ clock });
  const complete = replays.complete.bind(replays);
  let killsLeft = kills;
  replays.complete = async (...completion) => {
    killsLeft -= 1;
    if (killsLeft < 0) await complete(...completion);
  };
  const service = createVerificationService({
    store: new MemoryTaskStore({ clock }),
    ledger,
    checker: { check: async () => 'dead' },
    queue: null,
    replays,
    clock,
  });
  const served = await serveListener(createNodeHandler({ service, authenticator }));
  onTestFinished(() => served.close());
  const post = (path: string, body: string | FormData, headers: Record<string, string> = {}) =>
    fetch(`${served.baseUrl}${path}`, {
      method: 'POST',
      body,
      headers: { authorization: 'Bearer good', 'idempotency-key': KEY, ...headers },
    });
  const verify = async (phone: string) => {
    const reply = await post('/v1/verify', JSON.stringify({ phone }), { 'content-type': 'application/json' });
    return [reply.status, reply.headers.get('idempotency-replayed')];
  };
  return { clock, ledger, post, verify };
}

function form(content: string): FormData {
  const body = new FormData();
  body.append('file', new Blob([content]), 'customers.csv');
  return body;
}

describe('the repeat of a request whose process was killed before it answered', () => {
  it('waits for the lease, and is charged for no number once more', async () => {
    const { clock, ledger, verify } = await serving({ kills: 1 });
    expect(await verify('+41791234567')).toEqual([200, null]);
    expect(await verify('+41791234567')).toEqual([409, null]);
    clock.advance(90_000);
    expect(await verify('+41791234567')).toEqual([200, null]);
    expect(await verify('+41791234567')).toEqual([200, 'true']);
    expect(await ledger.balance(ME)).toEqual({ available: 4, held: 0 });
  });

  it('is charged for another number', async () => {
    const { clock, ledger, verify } = await serving({ kills: 1 });
    await verify('+41791234567');
    clock.advance(HOUR_MS);
    expect(await verify('+41791234568')).toEqual([200, null]);
    expect(await ledger.balance(ME)).toEqual({ available: 3, held: 0 });
  });

  it('finds the task that its file has become', async () => {
    const { clock, ledger, post } = await serving({ kills: 1 });
    const first = await (await post('/v1/verify/batch', form(FILE))).json();
    clock.advance(HOUR_MS);
    const reply = await post('/v1/verify/batch', form(FILE));
    expect([reply.status, await reply.json()]).toEqual([202, first]);
    expect(await ledger.balance(ME)).toEqual({ available: 4, held: 1 });
    const other = await post('/v1/verify/batch', form(`${FILE}+41791234568\r\n`));
    expect([other.status, await other.json()]).toMatchObject([422, { detail: 'idempotency_key_reused' }]);
  });

  it('finds its task also behind a repeat with another file, which is refused', async () => {
    const { clock, ledger, post } = await serving({ kills: 1 });
    const first = await (await post('/v1/verify/batch', form(FILE))).json();
    clock.advance(HOUR_MS);
    expect((await post('/v1/verify/batch', form(`${FILE}+41791234568\r\n`))).status).toBe(422);
    const reply = await post('/v1/verify/batch', form(FILE));
    expect([reply.status, await reply.json()]).toEqual([202, first]);
    expect(await ledger.balance(ME)).toEqual({ available: 4, held: 1 });
  });
});

describe('a key that was used more than a day ago', () => {
  it('is a new one, which is charged', async () => {
    const { clock, ledger, post, verify } = await serving({ kills: 0 });
    for (const phone of ['+41791234567', '+41791234567', '+41791234568']) {
      expect(await verify(phone)).toEqual([200, null]);
      clock.advance(25 * HOUR_MS);
    }
    expect(await ledger.balance(ME)).toEqual({ available: 2, held: 0 });
    expect((await post('/v1/verify/batch', form(FILE))).status).toBe(202);
    clock.advance(25 * HOUR_MS);
    const later = await post('/v1/verify/batch', form('phone\r\n+41791234569\r\n'));
    expect(later.status).toBe(202);
  });
});
