import { once } from 'node:events';
import { ManualClock, systemClock } from '@dialproof/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  bearer,
  queuedTask,
  serviceWith,
  tokens,
} from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createHttpContract } from '../contract/contract.js';
import { deferred } from '../fixtures/deferred.fixture.js';
import { leaveUnreadReply, rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveFetchHandler } from '../fixtures/serve-contract.fixture.js';
import { createFetchHandler, type FetchHandlerOptions } from './fetch-handler.js';
import { answerFetchRequest, fetchResponse } from './fetch-reply.js';
import { FetchRequest } from './fetch-request.js';

const DOWNLOAD = 'http://x/v1/verify/tasks/7f/download';
const VERIFY_HEAD = 'POST /v1/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const LIMITS = { clock: systemClock, maxBytes: 1_000, timeoutMs: 1_000, maxMs: 1_000 };

/** Counts how far it was read, and resolves `left` to that when it was left. */
function countingSource(pieces: number, bytes: number) {
  const left = deferred<number>();
  const source = {
    given: 0,
    left: left.promise,
    async *content(): AsyncGenerator<Uint8Array> {
      try {
        for (; source.given < pieces; ) {
          source.given += 1;
          yield Buffer.alloc(bytes);
        }
      } finally {
        left.resolve(source.given);
      }
    },
  };
  return source;
}

function serviceWithResult(content: () => AsyncIterable<Uint8Array>) {
  return {
    results: async () => ({
      task: queuedTask({ status: 'done' }),
      version: 'v1',
      rows: 1,
      content: content(),
    }),
  };
}

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function serve(
  content: () => AsyncIterable<Uint8Array>,
  options: Partial<FetchHandlerOptions> = {},
): Promise<ServedContract> {
  served = await serveFetchHandler(serviceWithResult(content), options);
  return served;
}

describe('a download as a Response', () => {
  const download = (content: () => AsyncIterable<Uint8Array>) =>
    createFetchHandler({ service: serviceWith(serviceWithResult(content)), authenticator: tokens })(
      new Request(DOWNLOAD, { headers: bearer }),
    );

  it('is read no further than its reader asks for', async () => {
    const source = countingSource(1_000, 50_000);
    const reader = (await download(source.content)).body?.getReader();
    expect(source.given).toBe(0);
    for (const given of [1, 2, 3]) {
      expect((await reader?.read())?.value?.length).toBe(50_000);
      expect(source.given).toBe(given);
    }
    await reader?.cancel();
    expect(await source.left).toBe(3);
  });

  it('is streamed to its end', async () => {
    const source = countingSource(100, 50_000);
    expect((await (await download(source.content)).arrayBuffer()).byteLength).toBe(5_000_000);
    expect(await source.left).toBe(100);
  });

  it('that fails half way fails its reader with no more than a code', async () => {
    async function* content() {
      yield Buffer.from('phone');
      throw new Error('row block 7 is missing');
    }
    await expect((await download(content)).text()).rejects.toThrow('internal_error');
  });

  it('that fails half way is a broken transfer to the client of a server', async () => {
    // The server tells its operator there, with the cause.
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    async function* content() {
      yield Buffer.from('phone');
      throw new Error('row block 7 is missing');
    }
    const { baseUrl } = await serve(content);
    const reading = fetch(`${baseUrl}/v1/verify/tasks/7f/download`, { headers: bearer });
    await expect(reading.then((reply) => reply.text())).rejects.toThrow();
    printed.mockRestore();
  });

  it('runs no further ahead of a server than the client reads, and ends when it goes away', async () => {
    const source = countingSource(1_000, 1_000_000);
    const request =
      'GET /v1/verify/tasks/7f/download HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n';
    await leaveUnreadReply(await serve(source.content), request);
    expect(await source.left).toBeLessThan(50);
  });
});

describe('the signal of a Request', () => {
  it('is aborted when the Request is, before or after it was asked for', () => {
    const before = AbortSignal.abort();
    expect(new FetchRequest(new Request('http://x/', { signal: before })).signal.aborted).toBe(true);
    const later = new AbortController();
    const { signal } = new FetchRequest(new Request('http://x/', { signal: later.signal }));
    expect(signal.aborted).toBe(false);
    later.abort();
    expect(signal.aborted).toBe(true);
  });

  it('is aborted when the Response is cancelled, which ends a source that waits for something', async () => {
    const asked = new FetchRequest(new Request('http://x/'));
    const [waits, left] = [deferred<void>(), deferred<void>()];
    async function* content(): AsyncGenerator<Uint8Array> {
      try {
        const aborted = once(asked.signal, 'abort');
        waits.resolve();
        await aborted;
        yield Buffer.from('too late');
      } finally {
        left.resolve();
      }
    }
    const reply = fetchResponse({ status: 200, headers: {}, body: content() }, asked, LIMITS);
    const reader = reply.body?.getReader();
    const reading = reader?.read();
    await waits.promise;
    await reader?.cancel();
    await left.promise;
    expect(await reading).toEqual({ done: true, value: undefined });
  });

  it('reaches the service when the client of a server goes away', async () => {
    const aborted = deferred<void>();
    const checking = deferred<void>();
    served = await serveFetchHandler({
      async verify({ signal }) {
        signal?.addEventListener('abort', () => aborted.resolve());
        checking.resolve();
        await aborted.promise;
        throw signal?.reason;
      },
    });
    const client = await rawClient(served.port);
    const body = '{"phone":"+14155552671"}';
    client.send(`${VERIFY_HEAD}authorization: Bearer good\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    await checking.promise;
    client.socket.destroy();
    await aborted.promise;
  });
});

describe('a Response to a request that has not come whole', () => {
  it('comes at once, and the connection closes when the rest has come', async () => {
    const { port } = await serve(countingSource(0, 0).content);
    const client = await rawClient(port);
    client.send(`${VERIFY_HEAD}content-length: 100000\r\n\r\n{`);
    await client.until(/"not_authenticated"\}/);
    client.send('x'.repeat(99_999));
    expect(await client.closed()).toMatch(/^HTTP\/1\.1 401 [\s\S]*connection: close\r\n/i);
  });

  it('keeps the connection if the request is short', async () => {
    const { port } = await serve(countingSource(0, 0).content);
    const client = await rawClient(port);
    client.send(`${VERIFY_HEAD}content-length: 60000\r\n\r\n{`);
    await client.until(/"not_authenticated"\}/);
    client.send(`${'x'.repeat(59_999)}GET /v1/credits HTTP/1.1\r\nhost: x\r\n\r\n`);
    expect((await client.until(/(not_authenticated[\s\S]*){2}/)).match(/HTTP\/1\.1 401/g)).toHaveLength(2);
    client.socket.destroy();
  });

  it('ends also when the body breaks off, and takes nothing with it', async () => {
    const { port, baseUrl, server } = await serve(countingSource(0, 0).content);
    const client = await rawClient(port);
    const over = new Promise((resolve) => {
      server.once('request', (_request, response) => response.once('close', resolve));
    });
    client.send(`${VERIFY_HEAD}content-length: 100000\r\n\r\n{`);
    await client.until(/"not_authenticated"\}/);
    client.socket.resetAndDestroy();
    await over;
    expect((await fetch(`${baseUrl}/v1/credits`)).status).toBe(401);
  });

  it.each([
    ['takes too long', 10_000, '{'],
    ['is too much', 0, 'x'.repeat(70_000_000)],
  ])('is given up with the connection when the rest %s', async (_what, passedMs, sent) => {
    const clock = new ManualClock();
    const { port } = await serve(countingSource(0, 0).content, { clock });
    const client = await rawClient(port);
    client.send(`${VERIFY_HEAD}content-length: 500000000\r\n\r\n${sent}`);
    await client.until(/not_authenticated/);
    clock.advance(passedMs);
    expect(await client.closed().catch(() => client.received())).toContain('"not_authenticated"');
  });

  it('lets go of a body that it has read enough of', async () => {
    const cancelled = deferred<void>();
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
      cancel: () => cancelled.resolve(),
    });
    const contract = createHttpContract({
      service: serviceWith({}),
      authenticator: tokens,
    });
    const headers = { 'transfer-encoding': 'chunked' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as const;
    const reply = await answerFetchRequest(contract, new Request('http://x/v1/verify', init));
    expect(await reply?.text()).toBe('{"detail":"not_authenticated"}');
    await cancelled.promise;
  });
});
