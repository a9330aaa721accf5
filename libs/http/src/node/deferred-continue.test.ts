import type { E164 } from '@dialproof/core';
import { afterEach, describe, expect, it } from 'vitest';
import { rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';
import { deferContinue } from './deferred-continue.js';

const BODY = '{"phone":"+14155550100"}';

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function client(token: string, length = BODY.length) {
  served = await serveContract({
    // Only ever the one that is asked for.
    verify: async ({ phone }) => ({ phone: phone as E164, status: 'dead', checkedAt: 0 }),
  });
  const { server } = served;
  server.on('checkContinue', (request, response) => {
    deferContinue(request);
    server.emit('request', request, response);
  });
  const raw = await rawClient(served.port);
  raw.send(
    `POST /v1/verify HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n` +
      `content-length: ${length}\r\nexpect: 100-continue\r\n\r\n`,
  );
  return raw;
}

describe('a client that waits for 100 Continue', () => {
  it('gets it when its body is to be read', async () => {
    const raw = await client('good');
    await raw.until(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    raw.send(BODY);
    expect(await raw.until(/"dead"/)).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
  });

  it.each([
    ['short', BODY.length],
    ['long', 60_000_000],
  ])('is refused without it by its token alone, and the connection closes: a %s body', async (_, length) => {
    const raw = await client('bad', length);
    const answer = await raw.closed();
    expect(answer).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close/i);
    expect(answer).not.toContain('100 Continue');
  });

  it('is refused without it by the length of its body', async () => {
    const raw = await client('good', 60_000_000);
    expect(await raw.closed()).toMatch(/^HTTP\/1\.1 413 /);
  });
});
