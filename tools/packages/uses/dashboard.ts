import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cameFromDashboard, dashboardFetchHandler, dashboardHandler } from '@dialproof/dashboard';

async function main(): Promise<void> {
  const server = createServer(dashboardHandler({ title: 'Acme', api: '../phones' }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  const [, script = ''] = /src="\.\/(assets\/[^"]+\.js)"/.exec(page) ?? [];
  const reply = await fetch(`http://127.0.0.1:${port}/${script}`);
  assert.equal(reply.headers.get('content-type'), 'text/javascript; charset=utf-8');
  await reply.arrayBuffer();
  server.close();
  assert.equal(dashboardFetchHandler()(new Request('http://host.example/')).status, 200);
  assert.equal(cameFromDashboard({ headers: {} }), false);
  console.log('dashboard was used');
}

main();
