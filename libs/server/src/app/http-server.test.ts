import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { closeHttpServer, createHttpServer, listen, SECURITY_HEADERS } from './http-server.js';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Everything that comes back on a connection until it is closed, after `text` was sent. */
function exchange(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

async function serving(idleTimeoutMs: number, app: Parameters<typeof createHttpServer>[0]): Promise<number> {
  const server = createHttpServer(app, { idleTimeoutMs });
  closers.push(() => closeHttpServer(server));
  return listen(server, 0, '127.0.0.1');
}

function headersOf(answer: string): Record<string, string> {
  const [head = ''] = answer.split('\r\n\r\n', 1);
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(lines.map((line) => line.split(/: (.*)/).map((part) => part.toLowerCase())));
}

const EVERY_REPLY = Object.fromEntries(SECURITY_HEADERS.map(([name, value]) => [name, value.toLowerCase()]));

describe('createHttpServer', () => {
  it.each([
    ['what is no HTTP', 'hello\r\n\r\n', '400 Bad Request', 'malformed_request'],
    [
      'too large headers',
      `GET / HTTP/1.1\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'request_too_large',
    ],
  ])('refuses %s in JSON', async (_what, text, status, detail) => {
    const port = await serving(5_000, (_request, response) => response.end('reached'));
    const answer = await exchange(port, text);
    expect(answer.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(answer.split('\r\n\r\n')[1]).toBe(JSON.stringify({ detail }));
    expect(headersOf(answer)).toMatchObject(EVERY_REPLY);
  });

  it.each([
    ['without a Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'with an expectation that it does not know',
      'GET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\nConnection: close\r\n\r\n',
    ],
  ])('hands a request %s to the application', async (_what, text) => {
    const port = await serving(5_000, (_request, response) => response.end('reached'));
    expect(await exchange(port, text)).toContain('reached');
  });

  it.each(['Host: a\r\nhost: b', 'HOST: a\r\nHost: a'])('refuses a request with two Hosts', async (hosts) => {
    const port = await serving(5_000, (_request, response) => response.end('reached'));
    const answer = await exchange(port, `GET / HTTP/1.1\r\n${hosts}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"detail":"malformed_request"/);
    expect(headersOf(answer)).toMatchObject(EVERY_REPLY);
    expect(answer).not.toContain('reached');
  });

  it('breaks off an upload that stands still', async () => {
    let tellAborted = (_error: Error) => {};
    const aborted = new Promise<Error>((resolve) => {
      tellAborted = resolve;
    });
    const port = await serving(100, (request) => request.on('error', tellAborted).resume());
    const upload = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf of it';
    expect(await exchange(port, upload)).toBe('');
    expect(await aborted).toMatchObject({ code: 'ECONNRESET' });
  });

  it('gives the application the time it takes to answer', async () => {
    const port = await serving(100, (request, response) => {
      request.resume();
      response.on('timeout', () => response.end('late'));
    });
    expect(await exchange(port, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain('late');
  });
});

describe('listen', () => {
  it('says in a sentence that the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    closers.push(() => closeHttpServer(other));
    // A server that listens on TCP has an address of this form.
    const { port } = other.address() as AddressInfo;
    await expect(listen(createServer(), port, '127.0.0.1')).rejects.toMatchObject({
      name: 'StartRefusal',
      message: `Port ${port} is taken by another program. Choose another one: PORT=${port + 1}`,
    });
  });

  it('says in a sentence that the host is no address of this machine', async () => {
    await expect(listen(createServer(), 0, '192.0.2.1')).rejects.toMatchObject({
      name: 'StartRefusal',
      message: 'DIALPROOF_HOST is "192.0.2.1", which is not an address of this machine.',
    });
  });
});
