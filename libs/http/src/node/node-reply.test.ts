import { ManualClock } from '@dialproof/core';
import { afterEach, describe, expect, it } from 'vitest';
import { queuedTask } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import type { HttpContractOptions } from '../contract/contract-options.js';
import { deferred } from '../fixtures/deferred.fixture.js';
import { leaveUnreadReply, rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';

const VERIFY = 'POST /v1/verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';
const AUTHORIZED = 'authorization: Bearer good\r\n';
const CREDITS = `GET /v1/credits HTTP/1.1\r\nhost: x\r\n${AUTHORIZED}\r\n`;
const DOWNLOAD = `GET /v1/verify/tasks/7f/download HTTP/1.1\r\nhost: x\r\n${AUTHORIZED}\r\n`;

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function serve(
  content: () => AsyncIterable<Uint8Array>,
  options: Partial<HttpContractOptions> = {},
): Promise<ServedContract> {
  served = await serveContract(
    {
      results: async () => ({
        task: queuedTask({ status: 'done' }),
        version: 'v1',
        rows: 1,
        content: content(),
      }),
      balance: async () => ({ available: 7, held: 0 }),
    },
    options,
  );
  return served;
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

describe('a reply to a request that has not come whole', () => {
  it('comes at once, and the connection closes when the rest has come', async () => {
    const { port } = await serve(nothing);
    const client = await rawClient(port);
    client.send(`${VERIFY}content-length: 100000\r\n\r\n{`);
    await client.until(/not_authenticated/);
    client.send('x'.repeat(99_999));
    expect(await client.closed()).toMatch(
      /^HTTP\/1\.1 401 [\s\S]*connection: close[\s\S]*\{"detail":"not_authenticated"\}$/i,
    );
  });

  it('closes the connection too if it is a stream', async () => {
    const { port } = await serve(nothing);
    const client = await rawClient(port);
    const head = DOWNLOAD.trimEnd();
    client.send(`${head}\r\ncontent-length: 500000000\r\n\r\n${'x'.repeat(1_000)}`);
    expect(await client.closed()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close\r\n/i);
  });

  it('is given up with the connection when the rest takes too long', async () => {
    const clock = new ManualClock();
    const { port } = await serve(nothing, { clock });
    const client = await rawClient(port);
    client.send(`${VERIFY}content-length: 100000\r\n\r\n{`);
    await client.until(/not_authenticated/);
    clock.advance(10_000);
    expect(await client.closed()).toContain('401');
  });

  it('is given up with the connection when the rest is too much', async () => {
    const { port } = await serve(nothing);
    const client = await rawClient(port);
    client.send(`${VERIFY}content-length: 500000000\r\n\r\n${'x'.repeat(70_000_000)}`);
    expect(await client.closed().catch(() => client.received())).toContain('401');
  });

  it('keeps the connection when the request was whole, also among pipelined ones', async () => {
    const { port } = await serve(nothing);
    const client = await rawClient(port);
    client.send(
      `${VERIFY}content-length: 2\r\n\r\n{}${CREDITS}${VERIFY}${AUTHORIZED}content-length: 1\r\n\r\n{${CREDITS}`,
    );
    const text = await client.until(/(available[\s\S]*){2}/);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(
      ['401', '200', '400', '200'].map((code) => `HTTP/1.1 ${code}`),
    );
    client.socket.destroy();
  });
});

describe('a reply that comes after the host has answered by itself', () => {
  it.each(['/v1/credits', '/v1/verify/tasks/7f/download'])('to %s goes nowhere', async (url) => {
    const { baseUrl, server } = await serve(nothing);
    server.prependListener('request', (_request, response) => void response.writeHead(503).end('too late'));
    const reply = await fetch(`${baseUrl}${url}`, { headers: { authorization: 'Bearer good' } });
    expect([reply.status, await reply.text()]).toEqual([503, 'too late']);
  });
});

describe('a reply that the host fails to let out', () => {
  it.each(['/v1/credits', '/v1/verify/tasks/7f/download'])('to %s ends the connection alone', async (url) => {
    const { baseUrl, server } = await serve(nothing);
    const fail = () => {
      throw new Error('no session can be written');
    };
    server.prependOnceListener('request', (_request, response) =>
      Object.assign(response, { writeHead: fail }),
    );
    const headers = { authorization: 'Bearer good' };
    await expect(fetch(`${baseUrl}${url}`, { headers })).rejects.toThrow();
    expect((await fetch(`${baseUrl}${url}`, { headers })).status).toBe(200);
  });
});

describe('a download', () => {
  it('is streamed to its end', async () => {
    async function* content() {
      for (let block = 0; block < 100; block += 1) yield Buffer.alloc(50_000, 'x');
    }
    const { baseUrl } = await serve(content);
    const headers = { authorization: 'Bearer good' };
    const reply = await fetch(`${baseUrl}/v1/verify/tasks/7f/download`, { headers });
    expect((await reply.arrayBuffer()).byteLength).toBe(5_000_000);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="customers-verified.csv"',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    });
  });

  it('runs no further ahead than the client reads, and ends when it goes away', async () => {
    const left = deferred<number>();
    async function* content() {
      let megabytes = 0;
      try {
        for (; megabytes < 1_000; megabytes += 1) yield Buffer.alloc(1_000_000);
      } finally {
        left.resolve(megabytes);
      }
    }
    await leaveUnreadReply(await serve(content), DOWNLOAD);
    expect(await left.promise).toBeLessThan(50);
  });

  it('that fails half way is a broken transfer, and its cause goes to the hook', async () => {
    const failure = new Error('row block 7 is missing');
    async function* content() {
      yield Buffer.from('phone,verification_status\r\n');
      throw failure;
    }
    const reported: unknown[] = [];
    const { baseUrl } = await serve(content, { onError: (error, context) => reported.push(error, context) });
    const headers = { authorization: 'Bearer good' };
    const reading = fetch(`${baseUrl}/v1/verify/tasks/7f/download`, { headers }).then((reply) =>
      reply.text(),
    );
    await expect(reading).rejects.toThrow();
    expect(reported).toEqual([failure, { operation: 'download' }]);
  });

  it('that fails half way is a broken transfer in HTTP/1.0 too, where the end of the connection ends the body', async () => {
    const failing = deferred<void>();
    async function* content() {
      yield Buffer.from('phone,verification_status\n');
      await failing.promise;
      throw new Error('row block 7 is missing');
    }
    const { port } = await serve(content);
    const client = await rawClient(port);
    client.send(DOWNLOAD.replace('HTTP/1.1', 'HTTP/1.0'));
    expect(await client.until(/verification_status\n/)).not.toMatch(/transfer-encoding/i);
    failing.resolve();
    await expect(client.closed()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it('that is complete ends as such in HTTP/1.0', async () => {
    async function* content() {
      yield Buffer.from('phone,verification_status\n');
    }
    const { port } = await serve(content);
    const client = await rawClient(port);
    client.send(DOWNLOAD.replace('HTTP/1.1', 'HTTP/1.0'));
    expect(await client.closed()).toMatch(/\r\n\r\nphone,verification_status\n$/);
  });
});
