import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { E164 } from '@dialproof/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deferred } from '../fixtures/deferred.fixture.js';
import { type RawClient, rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract, serveListener } from '../fixtures/serve-contract.fixture.js';
import { inTurn } from './in-turn.js';
import { readInTurn } from './server-turns.js';

const HEADERS = 'host: x\r\nauthorization: Bearer good\r\n';
const CREDITS = `GET /v1/credits HTTP/1.1\r\n${HEADERS}\r\n`;

function check(phone: string): string {
  const body = JSON.stringify({ phone });
  return `POST /v1/verify HTTP/1.1\r\n${HEADERS}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** A server that counts the requests that Node has read, and answers them when the test releases them. */
async function heldServer() {
  const open = deferred<void>();
  let made = 0;
  const served = await serveListener((request, response) => {
    made += 1;
    inTurn(response, async () => {
      const body = await buffer(request);
      await open.promise;
      response.end(`[${request.url} ${body.length}]`);
    });
  });
  readInTurn(served.server);
  onTestFinished(() => served.close());
  return { served, made: () => made, answer: () => open.resolve() };
}

/** Resolves when the server has read everything that was sent so far. */
async function settled({ port }: ServedContract): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    const other = await rawClient(port);
    other.send('not HTTP\r\n\r\n');
    await other.closed();
  }
}

/** Has the network of all clients known for requests that are sent ahead. */
async function sendAhead({ port }: ServedContract): Promise<RawClient> {
  const client = await rawClient(port);
  client.send(get('/a') + get('/b'));
  return client;
}

const UPGRADE = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: mine\r\n\r\n';

function isReadByNode(socket: Socket): boolean {
  return socket.listeners('data').some(({ name }) => name === 'bound socketOnData');
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;
}

function post(path: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

describe('a connection from a network that sends requests ahead', () => {
  it('is read piece by piece, and no further while a request waits; all are answered in their order', async () => {
    const { served, made, answer } = await heldServer();
    await sendAhead(served);
    await expect.poll(made).toBe(2);
    const client = await rawClient(served.port);
    const paths = Array.from({ length: 1_000 }, (_, index) => `/${index}`);
    client.send(paths.map(get).join(''));
    await settled(served);
    expect(made() - 2).toBeGreaterThan(1);
    expect(made() - 2).toBeLessThan(50);
    answer();
    const text = await client.until(/\[\/999 0\]/);
    expect(text.match(/\[\S+/g)).toEqual(paths.map((path) => `[${path}`));
  });

  it('is paced even if it was open before', async () => {
    const { served, made, answer } = await heldServer();
    const client = await rawClient(served.port);
    client.send(get('/first'));
    await expect.poll(made).toBe(1);
    await sendAhead(served);
    await expect.poll(made).toBe(3);
    client.send(get('/later').repeat(89) + get('/last'));
    await settled(served);
    expect(made() - 3).toBeLessThan(50);
    answer();
    const text = await client.until(/last 0/);
    expect(text.match(/later 0/g)).toHaveLength(89);
  });

  it('brings an upload whole that stood still when the network became known', async () => {
    const begin = deferred<void>();
    let arriving: IncomingMessage | undefined;
    const served = await serveListener((request, response) => {
      inTurn(response, async () => {
        if (request.method === 'POST') {
          arriving = request;
          await begin.promise;
        }
        response.end(`[${(await buffer(request)).length}]`);
      });
    });
    readInTurn(served.server);
    onTestFinished(() => served.close());
    const client = await rawClient(served.port);
    client.send(post('/', 'x'.repeat(5_000_000)) + get('/'));
    await expect.poll(() => arriving?.socket.isPaused()).toBe(true);
    await settled(served);
    await sendAhead(served).then((other) => other.until(/\[0\][\s\S]*\[0\]/));
    begin.resolve();
    await client.until(/\[5000000\][\s\S]*\[0\]/);
  });

  it('continues behind a body that filled its buffer when the network became known', async () => {
    const { served, answer } = await heldServer();
    const client = await rawClient(served.port);
    client.send(post('/', 'x'.repeat(40_000)) + get('/a') + get('/b'));
    answer();
    await client.until(/b 0\]/);
    client.send(get('/later'));
    await client.until(/later 0\]/);
  });

  it('brings bodies whole, short and long, with whatever comes behind them', async () => {
    const { served, answer } = await heldServer();
    answer();
    await sendAhead(served);
    const client = await rawClient(served.port);
    const bodies = [3, 2_000, 100_000, 1_000_000, 0, 70_000, 5];
    client.send(bodies.map((length) => post('/', 'x'.repeat(length))).join(''));
    const text = await client.until(/\[\/ 5\]/);
    expect(text.match(/\[\/ \d+\]/g)).toEqual(bodies.map((length) => `[/ ${length}]`));
  });

  it('is refused at the first text that is not HTTP', async () => {
    const { served, answer } = await heldServer();
    answer();
    await sendAhead(served);
    const client = await rawClient(served.port);
    client.send('x'.repeat(10_000));
    expect(await client.closed()).toMatch(/^HTTP\/1\.1 400 /);
    const second = await rawClient(served.port);
    second.send(get('/sound') + 'x'.repeat(10_000));
    expect(await second.closed()).not.toContain('[/sound 0][');
  });

  it('releases unread data when its client leaves', async () => {
    const { served, made, answer } = await heldServer();
    await sendAhead(served);
    await expect.poll(made).toBe(2);
    const client = await rawClient(served.port);
    client.send(get('/').repeat(500));
    await settled(served);
    const before = made();
    client.socket.resetAndDestroy();
    answer();
    await settled(served);
    expect(made()).toBe(before);
  });

  it('continues behind a reply that its client was slow to read', async () => {
    const piece = Buffer.alloc(1_000_000, 'x');
    const served = await serveListener((request, response) => {
      inTurn(response, () => void response.end(request.url === '/long' ? piece : `[${request.url}]`));
    });
    readInTurn(served.server);
    onTestFinished(() => served.close());
    await sendAhead(served).then((client) => client.until(/\[\/b/));
    const client = await rawClient(served.port);
    client.socket.pause();
    client.send((get('/long') + get('/short')).repeat(20));
    await settled(served);
    client.send(get('/short').repeat(100) + get('/last'));
    await settled(served);
    const ended = deferred<void>();
    client.socket.on('data', (text: string) => {
      if (text.includes('[/last]')) ended.resolve();
    });
    client.socket.resume();
    await ended.promise;
    expect(client.received().match(/\[\/short/g)).toHaveLength(120);
  });

  it('is handed over completely when another protocol takes it', async () => {
    const { served } = await heldServer();
    await sendAhead(served);
    const got = deferred<string>();
    served.server.on('upgrade', (_request: IncomingMessage, socket: Socket, head: Buffer) => {
      let text = head.toString();
      socket.on('data', (chunk) => {
        text += chunk;
        if (!text.endsWith('the end')) return;
        got.resolve(text);
        socket.destroy();
      });
    });
    const client = await rawClient(served.port);
    const rest = `${'x'.repeat(5_000)}the end`;
    client.send(`${UPGRADE}${rest}`);
    expect(await got.promise).toBe(rest);
    client.socket.destroy();
  });

  it('is left alone if another protocol has taken it before', async () => {
    const { served, made } = await heldServer();
    let text = '';
    served.server.on('upgrade', (_request: IncomingMessage, socket: Socket) => {
      socket.write('mine\n');
      socket.on('end', () => socket.destroy());
      socket.on('data', (chunk) => {
        text += chunk;
      });
    });
    const client = await rawClient(served.port);
    client.send(UPGRADE);
    await client.until(/mine/);
    await sendAhead(served);
    await expect.poll(made).toBe(2);
    const said = ['a'.repeat(3_000), 'b'.repeat(3_000), 'the end'];
    for (const [at, each] of said.entries()) {
      client.send(each);
      await expect.poll(() => text).toBe(said.slice(0, at + 1).join(''));
    }
    client.socket.destroy();
  });

  it('is not read up to the middle of a request while one waits', async () => {
    const { served, made } = await heldServer();
    await sendAhead(served);
    await expect.poll(made).toBe(2);
    const unreadable: Error[] = [];
    served.server.on('clientError', (error, socket) => {
      unreadable.push(error);
      socket.destroy();
    });
    const client = await rawClient(served.port);
    const path = `/${'x'.repeat(700)}`;
    client.send(get(path) + post(path, 'y'.repeat(900)) + get(path).repeat(20));
    await expect.poll(made).toBe(4);
    // If Node has read a part of a request, the client's end is an error.
    client.socket.end();
    await client.closed();
    expect([unreadable, made()]).toEqual([[], 4]);
  });

  it('reads the body of a waiting request if it is short, also when it arrives in pieces', async () => {
    const { served, made } = await heldServer();
    await sendAhead(served);
    await expect.poll(made).toBe(2);
    const requests: IncomingMessage[] = [];
    served.server.prependListener('request', (request: IncomingMessage) => requests.push(request));
    const client = await rawClient(served.port);
    const whole = get('/first') + post('/second', 'x'.repeat(10_000)) + get('/third');
    client.send(whole.slice(0, 5_000));
    await expect.poll(() => requests.length).toBe(2);
    client.send(whole.slice(5_000));
    await expect.poll(() => requests[1]?.complete).toBe(true);
    await settled(served);
    expect(requests.map(({ url }) => url)).toEqual(['/first', '/second']);
  });
});

describe('a connection from another network, or to a server without such requests', () => {
  it('is read by Node as usual if the server allows half-open connections', async () => {
    const { served, made, answer } = await heldServer();
    Object.assign(served.server, { httpAllowHalfOpen: true });
    await sendAhead(served);
    await expect.poll(made).toBe(2);
    const client = await rawClient(served.port);
    client.socket.end(get('/').repeat(30));
    await settled(served);
    answer();
    expect((await client.closed()).match(/\[\/ 0\]/g)).toHaveLength(30);
  });

  it('is read by Node as usual if Node works in an unknown way', async () => {
    const served = await serveListener((request, response) => {
      inTurn(response, () => void response.end(`[${request.url}]`));
    });
    onTestFinished(() => served.close());
    const connections: Socket[] = [];
    served.server.on('connection', (socket: Socket) => {
      Reflect.deleteProperty(socket, '_paused');
      connections.push(socket);
    });
    readInTurn(served.server);
    const client = await sendAhead(served);
    await client.until(/\[\/b\]/);
    const other = await rawClient(served.port);
    other.send(get('/').repeat(50) + get('/last'));
    await other.until(/\[\/last\]/);
    expect(connections.map(isReadByNode)).toEqual([true, true]);
  });

  it('is read by Node as ever', async () => {
    const { served, made } = await heldServer();
    const client = await rawClient(served.port);
    const connections: Socket[] = [];
    served.server.on('connection', (socket: Socket) => connections.push(socket));
    const other = await rawClient(served.port);
    for (const each of [client, other]) each.send(get('/one'));
    await expect.poll(made).toBe(2);
    expect(connections.map(isReadByNode)).toEqual([true]);
    await sendAhead(served);
    await expect.poll(() => connections.map(isReadByNode)).toEqual([false, false]);
  });
});

describe('the contract on a server that knows of no turns', () => {
  it('has connections paced from the first request on that is sent ahead', async () => {
    const held = deferred<void>();
    const served = await serveContract({
      balance: async () => {
        await held.promise;
        return { available: 7, held: 0 };
      },
      verify: async ({ phone }) => ({ phone: phone as E164, status: 'dead', checkedAt: 0 }),
    });
    onTestFinished(() => served.close());
    let made = 0;
    served.server.on('request', () => {
      made += 1;
    });
    const first = await rawClient(served.port);
    first.send(CREDITS.repeat(2));
    await expect.poll(() => made).toBe(2);
    const second = await rawClient(served.port);
    second.send(CREDITS.repeat(500) + check('+14155550100'));
    await settled(served);
    expect(made - 2).toBeLessThan(50);
    held.resolve();
    const text = await second.until(/\+14155550100/);
    expect(text.match(/available/g)).toHaveLength(500);
  });
});
