import { DialproofError } from '@dialproof/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';

const CREDITS = 'GET /v1/credits HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n';

let served: ServedContract | undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await served?.close();
});

/** Waits in turns of the event loop: `expect.poll` moves a clock that is held. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** A server that refuses every request, and how many it has refused. */
async function refusing(retryAfterMs?: number) {
  let refused = 0;
  served = await serveContract({
    balance: async () => {
      refused += 1;
      throw new DialproofError('too_many_requests', retryAfterMs === undefined ? {} : { retryAfterMs });
    },
  });
  return { port: served.port, server: served.server, refused: () => refused };
}

describe('a refusal with Retry-After', () => {
  it('waits a second if its client has sent more requests, which begin behind it', async () => {
    const { port, refused } = await refusing(60_000);
    const client = await rawClient(port);
    client.send(CREDITS.repeat(3));
    for (const time of [1, 2]) {
      await until(() => refused() === time && vi.getTimerCount() === 1);
      vi.advanceTimersByTime(999);
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1);
      await client.until(new RegExp(`(too_many_requests[\\s\\S]*){${time}}`));
    }
    // Nothing waits behind the third.
    await client.until(/(too_many_requests[\s\S]*){3}/);
    expect(refused()).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('comes at once to a client that waits for its replies', async () => {
    const { port } = await refusing(60_000);
    const client = await rawClient(port);
    for (const time of [1, 2, 3]) {
      client.send(CREDITS);
      await client.until(new RegExp(`(too_many_requests[\\s\\S]*){${time}}`));
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is sent at once if the connection closes behind it', async () => {
    const { port, refused, server } = await refusing(60_000);
    server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'));
    const client = await rawClient(port);
    client.send(CREDITS.repeat(3));
    expect(await client.closed()).toContain('too_many_requests');
    expect(refused()).toBe(1);
  });

  it('is dropped when its client leaves, and nothing behind it begins', async () => {
    const { port, refused } = await refusing(60_000);
    const client = await rawClient(port);
    client.send(CREDITS.repeat(3));
    await until(() => vi.getTimerCount() === 1);
    client.socket.destroy();
    await until(() => vi.getTimerCount() === 0);
    expect(refused()).toBe(1);
  });
});

describe('a refusal that a repeat would not change', () => {
  it('comes at once', async () => {
    const { port } = await refusing();
    const client = await rawClient(port);
    client.send(CREDITS.repeat(3));
    await client.until(/(too_many_requests[\s\S]*){3}/);
  });
});
