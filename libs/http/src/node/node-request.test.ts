import { DialproofError } from '@dialproof/core';
import { afterEach, describe, expect, it } from 'vitest';
import { deferred } from '../fixtures/deferred.fixture.js';
import { rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract, serveListener } from '../fixtures/serve-contract.fixture.js';
import { NodeRequest } from './node-request.js';

const AUTHORIZED = 'host: x\r\nauthorization: Bearer good\r\n';

let served: ServedContract | undefined;
afterEach(() => served?.close());

describe('a request of node:http', () => {
  it.each(['http://x/v1/credits', 'HTTPS://x:3000/v1/credits?a=b', '/v1/credits?a=http://y/'])(
    'may ask for %s, with or without the address of the server',
    async (target) => {
      served = await serveContract({ balance: async () => ({ available: 7, held: 1 }) });
      const client = await rawClient(served.port);
      client.send(`GET ${target} HTTP/1.1\r\n${AUTHORIZED}\r\n`);
      expect(await client.until(/\}|own/)).toContain('"available":7');
      client.socket.destroy();
    },
  );

  it('whose connection was destroyed counts as gone at once, before any event', async () => {
    const gone = deferred<boolean>();
    served = await serveListener((request, response) => {
      request.socket.destroy();
      gone.resolve(new NodeRequest(request, response).signal.aborted);
    });
    const client = await rawClient(served.port);
    client.send('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(await gone.promise).toBe(true);
    await client.closed().catch(() => {});
  });

  it('is read although the host has had it decoded', async () => {
    const asked: string[] = [];
    served = await serveContract({
      async verify({ phone }) {
        asked.push(phone);
        throw new DialproofError('invalid_phone');
      },
    });
    served.server.prependListener('request', (request) => void request.setEncoding('utf8'));
    const client = await rawClient(served.port);
    client.send(`POST /v1/verify HTTP/1.1\r\n${AUTHORIZED}content-type: application/json\r\n`);
    client.send('transfer-encoding: chunked\r\n\r\n9\r\n{"phone":\r\n5\r\n"ä"}\r\n0\r\n\r\n');
    await client.until(/invalid_phone/);
    expect(asked).toEqual(['ä']);
    client.socket.destroy();
  });
});
