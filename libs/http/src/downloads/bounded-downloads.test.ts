import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { accountId, DialproofError, type VerificationService } from '@dialproof/core';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  bearer,
  queuedTask,
  serviceWith,
  tokens,
} from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createHttpContract } from '../contract/contract.js';
import type { HttpContractOptions } from '../contract/contract-options.js';
import { createFetchHandler } from '../fetch/fetch-handler.js';
import { rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract, serveFetchHandler } from '../fixtures/serve-contract.fixture.js';
import { answerNodeRequest } from '../node/node-reply.js';

const PATH = '/v1/verify/tasks/7f/download';
const REQUEST = `GET ${PATH} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n`;

let served: ServedContract | undefined;
afterEach(() => served?.close());

/** Results that never end, and the count of those that are being read. */
function endlessResults() {
  const open = { results: 0 };
  async function* content(): AsyncGenerator<Uint8Array> {
    open.results += 1;
    try {
      for (;;) yield Buffer.alloc(100_000, 'x');
    } finally {
      open.results -= 1;
    }
  }
  const results = async () => ({
    task: queuedTask({ status: 'done' as const }),
    version: 'v',
    rows: 1,
    content: content(),
  });
  return { open, results };
}

/** A client that has got the beginning of a result, and reads no more of it. */
async function begin({ port }: ServedContract) {
  const client = await rawClient(port);
  client.send(REQUEST);
  await client.until(/xxxx/);
  client.socket.pause();
  return client;
}

function ask({ baseUrl }: ServedContract, headers: Readonly<Record<string, string>> = {}, method = 'HEAD') {
  return fetch(`${baseUrl}${PATH}`, { method, headers: { ...bearer, ...headers } });
}

/** One HTTP/2 connection to the contract, whose downloads stall soon. */
async function http2Client(methods: Partial<VerificationService>) {
  const service = serviceWith(methods);
  const contract = createHttpContract({ service, authenticator: tokens, stallTimeoutMs: 50 });
  const server = createServer((request, response) => {
    // Node's objects for HTTP/2 have the members of those for HTTP/1.
    const [asked, reply] = [request, response] as unknown as [IncomingMessage, ServerResponse];
    answerNodeRequest(contract, asked, reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server's address is an object.
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return client;
}

describe('downloads', () => {
  it.each([
    [{ maxDownloadsPerAccount: 1 }, 429, 'too_many_requests'],
    [{ maxDownloads: 1 }, 503, 'overloaded'],
  ])('beyond %j are refused with %d, until one is over', async (bounds, status, detail) => {
    served = await serveContract({ results: endlessResults().results }, bounds);
    const first = await begin(served);
    const refused = await ask(served, {}, 'GET');
    expect(refused.status).toBe(status);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({ detail });
    first.socket.destroy();
    const here = served;
    await expect.poll(async () => (await ask(here)).status).toBe(200);
    await begin(served);
  });

  it('are not used up by requests for headers, by results that the client has, or by refusals', async () => {
    const { results } = endlessResults();
    let isThere = false;
    served = await serveContract(
      {
        results: async () => {
          if (isThere) return results();
          throw new DialproofError('task_not_done');
        },
      },
      { maxDownloads: 1 },
    );
    for (let asked = 0; asked < 2; asked += 1) expect((await ask(served)).status).toBe(409);
    isThere = true;
    for (let asked = 0; asked < 2; asked += 1) {
      const reply = await ask(served);
      expect(reply.status).toBe(200);
      const again = await ask(served, { 'if-none-match': reply.headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    }
  });
});

describe('a download that nobody reads', () => {
  it.each([
    ['node:http', serveContract],
    ['fetch', serveFetchHandler],
  ])('is left in time and gives its slot back, over %s', async (_adapter, serve) => {
    const { open, results } = endlessResults();
    const told: unknown[] = [];
    const onError = (error: unknown) => void told.push(error);
    served = await serve({ results }, { maxDownloads: 1, stallTimeoutMs: 50, onError });
    const client = await begin(served);
    await expect.poll(() => open.results).toBe(0);
    const here = served;
    await expect.poll(async () => (await ask(here)).status).toBe(200);
    // The connection is gone too, and the result does not look complete.
    client.socket.resume();
    await client.closed().catch(() => {});
    expect(client.received()).not.toMatch(/\r\n0\r\n\r\n$/);
    expect(told).toEqual([]);
  });

  it('leaves the other requests of its connection alone, over HTTP/2', async () => {
    const { open, results } = endlessResults();
    const client = await http2Client({ results, balance: async () => ({ available: 7, held: 0 }) });
    const stalled = client.request({ ':path': PATH, ...bearer });
    stalled.on('error', () => {});
    await once(stalled, 'response');
    await expect.poll(() => open.results).toBe(0);
    const other = client.request({ ':path': '/v1/credits', ...bearer });
    const [headers] = await once(other, 'response');
    expect(headers[':status']).toBe(200);
  });
});

describe('a download over fetch', () => {
  /** A handler whose results never end, and a reader of one of them. */
  function served(bounds: Partial<HttpContractOptions>) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { open, results } = endlessResults();
    const handler = createFetchHandler({
      service: serviceWith({ results }),
      authenticator: {
        authenticate: async ({ token = '' }) => ({ accountId: accountId(token), suspended: false }),
      },
      ...bounds,
    });
    const get = async (account: string) => {
      const headers = { authorization: `Bearer ${account}` };
      const { status, body } = await handler(new Request(`http://x${PATH}`, { headers }));
      return { status, reader: status === 200 ? body?.getReader() : undefined };
    };
    return { open, get };
  }

  it('gives its slot back in time if its reply is dropped unread', async () => {
    const { get } = served({ maxDownloads: 1, stallTimeoutMs: 60_000 });
    expect((await get('a')).status).toBe(200);
    expect((await get('b')).status).toBe(503);
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await get('b')).status).toBe(200);
  });
});
