import type { Task } from '@dialproof/core';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  bearer,
  queuedTask,
  serviceWith,
  tokens,
} from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createFetchHandler } from '../fetch/fetch-handler.js';
import { rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';

const PATH = '/v1/verify/tasks/7f/events';

let served: ServedContract | undefined;
afterEach(() => served?.close());

/** A watch of a task that never changes. */
async function* watch({ signal }: { readonly signal?: AbortSignal }): AsyncGenerator<Task> {
  yield queuedTask();
  await new Promise((resolve) => signal?.addEventListener('abort', resolve));
}

/** A contract whose task never ends. */
async function serve(bounds: { maxStreams?: number; maxStreamsPerAccount?: number }) {
  served = await serveContract({ task: async () => queuedTask(), watch }, bounds);
  return served;
}

async function follow({ port }: ServedContract) {
  const client = await rawClient(port);
  client.send(`GET ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n`);
  await client.until(/id: queued-0\n/);
  return client;
}

function ask({ baseUrl }: ServedContract, method = 'GET'): Promise<Response> {
  return fetch(`${baseUrl}${PATH}`, { method, headers: bearer });
}

describe('event streams', () => {
  it.each([
    [{ maxStreamsPerAccount: 1 }, 429, 'too_many_requests'],
    [{ maxStreams: 1 }, 503, 'overloaded'],
  ])('beyond %j are refused with %d, until one ends', async (bounds, status, detail) => {
    const here = await serve(bounds);
    const first = await follow(here);
    const refused = await ask(here);
    expect(refused.status).toBe(status);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await refused.json()).toMatchObject({ detail });
    first.socket.destroy();
    await expect.poll(async () => (await ask(here, 'HEAD')).status).toBe(200);
    await follow(here);
  });

  it('are not taken up by requests for their headers', async () => {
    const here = await serve({ maxStreams: 1 });
    for (let asked = 0; asked < 3; asked += 1) expect((await ask(here, 'HEAD')).status).toBe(200);
  });

  it('beyond the bound cost no read of the store', async () => {
    let reads = 0;
    const task = async () => {
      reads += 1;
      return queuedTask();
    };
    served = await serveContract({ task, watch }, { maxStreamsPerAccount: 1 });
    const first = await follow(served);
    const before = reads;
    for (let asked = 0; asked < 3; asked += 1) expect((await ask(served)).status).toBe(429);
    expect(reads).toBe(before);
    first.socket.destroy();
  });

  it('give their slot back in time if their reply is dropped unread', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const handler = createFetchHandler({
      service: serviceWith({ task: async () => queuedTask(), watch }),
      authenticator: tokens,
      maxStreamsPerAccount: 1,
      stallTimeoutMs: 60_000,
    });
    const open = () => handler(new Request(`http://x${PATH}`, { headers: bearer }));
    const dropped = await open();
    expect([dropped.status, (await open()).status]).toEqual([200, 429]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await open()).status).toBe(200);
  });
});
