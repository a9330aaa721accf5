// One request to a mounted API, answered as the contract has it.
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TOKEN } from './memory-parts.js';

export async function verifyOverHttp(baseUrl: string): Promise<void> {
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ phone: '+1 415 555 2671' });
  const reply = await fetch(`${baseUrl}/v1/verify`, { method: 'POST', headers, body });
  assert.equal(reply.status, 200);
  const { phone, status } = (await reply.json()) as { phone: string; status: string };
  assert.deepEqual({ phone, status }, { phone: '+14155552671', status: 'inactive' });
  const nobody = await fetch(`${baseUrl}/v1/credits`);
  assert.deepEqual([nobody.status, await nobody.json()], [401, { detail: 'not_authenticated' }]);
}

/** Listens with a function of node:http, sends it the request and closes it. */
export async function verifyWith(listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    // The address of a TCP server is an object.
    await verifyOverHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
