import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';

const CREDITS = 'GET /v1/credits HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n';

let served: ServedContract | undefined;
afterEach(() => served?.close());

/** Everything that listens on a server or a connection, and their own properties that a library may have added. */
function touched(emitter: Server | Socket): object {
  return {
    listeners: emitter
      .eventNames()
      // Node itself adds listeners while a reply waits to be taken, or its timer runs.
      .filter((name) => name !== 'drain' && name !== 'timeout' && name !== 'close')
      .map((name) => [name, emitter.listeners(name)]),
    // Those of Node are made with the object.
    symbols: Object.getOwnPropertySymbols(emitter).map(String).sort(),
  };
}

describe("a host's own server", () => {
  it('keeps its listeners and its connections, also if a client sends requests ahead', async () => {
    served = await serveContract({ balance: async () => ({ available: 7, held: 0 }) });
    const { server, port } = served;
    const opened = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const client = await rawClient(port);
    const connection = await opened;
    client.send(CREDITS);
    await client.until(/available/);
    const before = [touched(server), touched(connection)];
    client.send(CREDITS.repeat(20));
    await expect.poll(() => client.received().split('available').length).toBe(22);
    expect([touched(server), touched(connection)]).toEqual(before);
  });
});
