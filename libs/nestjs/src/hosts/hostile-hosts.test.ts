import { describe, expect, it, onTestFinished } from 'vitest';
import { expectContract } from '../fixtures/contract-steps.fixture.js';
import { startFastify } from '../fixtures/fastify-application.fixture.js';
import { HostModule, memoryOptions, serveHost, statusAndBody } from '../fixtures/host-application.fixture.js';
import { HOSTILE_EXPRESS_HOSTS, HOSTILE_HOSTS, type HostileHost } from '../fixtures/hostile-hosts.fixture.js';
import { OrdersController } from '../fixtures/hostile-parts.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

function metadata({ providers = [] }: HostileHost) {
  const imports = [VerificationModule.forRoot(memoryOptions())];
  return { imports, providers, controllers: [OrdersController] };
}

/** The host's routes answer as the host has it, and not as the contract does. */
async function expectOrders(baseUrl: string, { orders = {} }: HostileHost): Promise<void> {
  const { at = '/orders', headers = {}, replyHeaders = {} } = orders;
  const {
    listed = ['apples'],
    lost = { statusCode: 404, error: 'Not Found', message: 'no such order' },
    ordered = [201, { ordered: { apples: 'one' }, secret: 'margin' }],
  } = orders;
  const list = await fetch(`${baseUrl}${at}`, { headers });
  expect(Object.fromEntries(list.headers)).toMatchObject(replyHeaders);
  expect(await statusAndBody(list)).toEqual([200, listed]);
  expect(await statusAndBody(await fetch(`${baseUrl}${at}/lost`, { headers }))).toEqual([404, lost]);
  const body = JSON.stringify({ apples: 'one' });
  const order = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
  expect(await statusAndBody(await fetch(`${baseUrl}${at}`, order))).toEqual(ordered);
}

describe.each([...HOSTILE_HOSTS, ...HOSTILE_EXPRESS_HOSTS])('a host on Express with $name', (host) => {
  it('has the contract to the letter, and its own manners on its own routes', async () => {
    const { baseUrl } = await serveHost(metadata(host), host);
    await expectContract(`${baseUrl}${host.mount ?? ''}`);
    await expectOrders(baseUrl, host);
  });
});

describe.each(HOSTILE_HOSTS)('a host on Fastify with $name', (host) => {
  it('has the contract to the letter, and its own manners on its own routes', async () => {
    const module = { module: HostModule, ...metadata(host) };
    const { baseUrl, close } = await startFastify(module, host.prepare, { application: host.application });
    onTestFinished(close);
    await expectContract(`${baseUrl}${host.mount ?? ''}`);
    await expectOrders(baseUrl, host);
  });
});
