import { buffer } from 'node:stream/consumers';
import type { E164, Task } from '@dialproof/core';
import { afterEach, describe, expect, it } from 'vitest';
import { queuedTask, serviceWith, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { deferred } from '../fixtures/deferred.fixture.js';
import { type RawClient, rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract, serveListener } from '../fixtures/serve-contract.fixture.js';
import { createNodeHandler } from './node-handler.js';
import { oneAtATime } from './one-at-a-time.js';

const HEADERS = 'host: x\r\nauthorization: Bearer good\r\n';
const CREDITS = `GET /v1/credits HTTP/1.1\r\n${HEADERS}\r\n`;
const EVENTS = `GET /v1/verify/tasks/7f/events HTTP/1.1\r\n${HEADERS}\r\n`;

let served: ServedContract | undefined;
afterEach(() => served?.close());

function check(phone: string): string {
  const body = JSON.stringify({ phone });
  return `POST /v1/verify HTTP/1.1\r\n${HEADERS}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
}

/** A service whose checks wait for the test. */
function heldChecks() {
  const begun: { readonly phone: string; answer(): void }[] = [];
  return {
    begun,
    verify: async ({ phone }: { readonly phone: string }) => {
      const held = deferred<void>();
      begun.push({ phone, answer: () => held.resolve() });
      await held.promise;
      // Only ever the one that is asked for.
      return { phone: phone as E164, status: 'dead' as const, checkedAt: 0 };
    },
  };
}

/** Resolves when the server has read everything that a client has sent so far. */
async function settled(client: RawClient | undefined, { port }: ServedContract): Promise<void> {
  if (client !== undefined) expect(client.socket.writableLength).toBe(0);
  const other = await rawClient(port);
  other.send(CREDITS.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
  await other.closed();
}

describe('requests that a client sends without waiting for replies', () => {
  it('are served one at a time, in their order', async () => {
    const { begun, verify } = heldChecks();
    served = await serveContract({ verify, balance: async () => ({ available: 7, held: 0 }) });
    const client = await rawClient(served.port);
    client.send(check('+14155550100') + check('+14155550101') + CREDITS);
    await expect.poll(() => begun.length).toBe(1);
    await settled(client, served);
    expect(begun.map(({ phone }) => phone)).toEqual(['+14155550100']);
    begun[0]?.answer();
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.answer();
    const replies = await client.until(/available/);
    expect(replies.match(/\+1415555010\d|available/g)).toEqual(['+14155550100', '+14155550101', 'available']);
  });

  it('are not begun, and leave nothing, when the connection closes while they wait', async () => {
    let open = 0;
    let begun = 0;
    async function* watch({ signal }: { readonly signal?: AbortSignal }): AsyncGenerator<Task> {
      begun += 1;
      open += 1;
      try {
        yield queuedTask();
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      } finally {
        open -= 1;
      }
    }
    const { balance } = { balance: async () => ({ available: 7, held: 0 }) };
    served = await serveContract({ task: async () => queuedTask(), watch, balance });
    const client = await rawClient(served.port);
    client.send(EVENTS.repeat(30));
    await client.until(/event: progress/);
    await settled(client, served);
    client.socket.destroy();
    await expect.poll(() => open).toBe(0);
    expect(begun).toBe(1);
  });

  it('close the connection when more of them wait than may', async () => {
    const { begun, verify } = heldChecks();
    served = await serveContract({ verify });
    const client = await rawClient(served.port);
    client.send(check('+14155550100') + CREDITS.repeat(33));
    await client.closed().catch(() => {});
    expect(begun.length).toBeLessThan(2);
    expect(client.received()).toBe('');
  });

  it('are served behind one that the host answered before it came here', async () => {
    let late = () => {};
    served = await serveListener((request, response) => {
      if (request.url === '/late') {
        // A time-out of the host, and its router that comes to the request afterwards.
        response.end('too late');
        late = () => oneAtATime(response, () => {});
        return;
      }
      late();
      oneAtATime(response, () => void response.end('served'));
    });
    const client = await rawClient(served.port);
    client.send('GET /late HTTP/1.1\r\nhost: x\r\n\r\n');
    await client.until(/too late/);
    client.send('GET /next HTTP/1.1\r\nhost: x\r\n\r\n');
    await client.until(/served/);
  });

  it('bring bodies whole, whatever comes behind them', async () => {
    const sizes = [10, 70_000, 1, 200_000, 0];
    served = await serveListener((request, response) =>
      oneAtATime(response, async () => void response.end(`[${(await buffer(request)).length}]`)),
    );
    const client = await rawClient(served.port);
    client.send(
      sizes
        .map((size) => `POST /x HTTP/1.1\r\nhost: x\r\ncontent-length: ${size}\r\n\r\n${'x'.repeat(size)}`)
        .join(''),
    );
    const text = await client.until(/\[0\]/);
    expect(text.match(/\[\d+\]/g)).toEqual(sizes.map((size) => `[${size}]`));
  });

  it('end with their connection behind a reply of the host that is still to come', async () => {
    const [begun, ended] = [deferred<void>(), deferred<void>()];
    async function* watch({ signal }: { readonly signal?: AbortSignal }): AsyncGenerator<Task> {
      begun.resolve();
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      ended.resolve();
    }
    const service = serviceWith({ task: async () => queuedTask(), watch });
    const handler = createNodeHandler({ service, authenticator: tokens });
    // The route of the host never answers.
    served = await serveListener((request, response) => handler(request, response, () => {}));
    const client = await rawClient(served.port);
    client.send(`GET /orders HTTP/1.1\r\n${HEADERS}\r\n${EVENTS}`);
    await begun.promise;
    client.socket.destroy();
    await ended.promise;
  });

  it('are answered all the same when as many wait as may', async () => {
    served = await serveContract({ balance: async () => ({ available: 7, held: 0 }) });
    const client = await rawClient(served.port);
    for (const replies of [34, 67]) {
      client.send(CREDITS.repeat(33));
      await expect.poll(() => client.received().split('available').length).toBe(replies);
    }
  });

  it('are begun a few in a turn of the event loop, so that others are heard between them', async () => {
    let turn = 0;
    let counting: NodeJS.Immediate | undefined;
    const count = (): void => {
      turn += 1;
      counting = setImmediate(count);
    };
    const begun: number[] = [];
    const balance = async () => {
      begun.push(turn);
      return { available: 7, held: 0 };
    };
    served = await serveContract({ balance });
    const client = await rawClient(served.port);
    count();
    client.send(CREDITS.repeat(20));
    await client.until(/(available[\s\S]*){20}/);
    clearImmediate(counting);
    expect(new Set(begun).size).toBeGreaterThanOrEqual(2);
  });

  it('are not begun when the connection is destroyed as their turn has come', async () => {
    let begun = 0;
    served = await serveContract({
      balance: async () => {
        begun += 1;
        return { available: 7, held: 0 };
      },
    });
    served.server.once('request', (_request, response) => {
      response.once('finish', () => void response.req.socket.destroy());
    });
    const client = await rawClient(served.port);
    client.send(CREDITS.repeat(3));
    await client.closed().catch(() => {});
    expect(begun).toBe(1);
  });

  it('go to the host at once if their path is not ours', async () => {
    const { verify } = heldChecks();
    const handler = createNodeHandler({ service: serviceWith({ verify }), authenticator: tokens });
    const reached = deferred<void>();
    served = await serveListener((request, response) => {
      handler(request, response, () => {
        reached.resolve();
        response.end();
      });
    });
    const client = await rawClient(served.port);
    client.send(`${check('+14155550100')}GET /orders HTTP/1.1\r\n${HEADERS}\r\n`);
    await reached.promise;
  });
});
