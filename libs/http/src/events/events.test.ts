import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DialproofError } from '@dialproof/core';
import { listenLocally, type Mount } from '@dialproof/testkit';
import { getRequestListener } from '@hono/node-server';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { bearer, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createHttpContract, type HttpContract } from '../contract/contract.js';
import type { HttpContractOptions } from '../contract/contract-options.js';
import { answerFetchRequest } from '../fetch/fetch-reply.js';
import { rawClient } from '../fixtures/raw-client.fixture.js';
import { type TrialTask, trialTask } from '../fixtures/trial-task.fixture.js';
import { answerNodeRequest } from '../node/node-reply.js';

const AUTHORIZED = 'authorization: Bearer good\r\n';

let mount: Mount | undefined;
afterEach(() => mount?.close());

interface Served extends TrialTask {
  readonly contract: HttpContract;
  readonly port: number;
  readonly path: string;
  get(init?: RequestInit): Promise<Response>;
}

async function serve(options: Partial<HttpContractOptions> = {}): Promise<Served> {
  const trial = await trialTask();
  const contract = createHttpContract({ service: trial.service, authenticator: tokens, ...options });
  const { baseUrl } = await listen(contract);
  const path = `/v1/verify/tasks/${trial.task.taskId}/events`;
  const get = (init: RequestInit = {}) =>
    fetch(`${baseUrl}${path}`, { ...init, headers: { ...bearer, ...init.headers } });
  return { ...trial, contract, port: Number(new URL(baseUrl).port), path, get };
}

async function listen(contract: HttpContract): Promise<Mount> {
  mount = await listenLocally((request, response) => void answerNodeRequest(contract, request, response));
  return mount;
}

/** Opens the stream of a task on a connection of its own, and waits until the server waits for a change. */
async function openStream({ port, path, watched }: Served) {
  const client = await rawClient(port);
  client.send(`GET ${path} HTTP/1.1\r\nhost: x\r\n${AUTHORIZED}\r\n`);
  await client.until(/id: queued-0\n/);
  await watched();
  return client;
}

describe('the events of a task', () => {
  it('have headers that keep proxies from delaying them', async () => {
    const served = await serve();
    await served.finish();
    const reply = await served.get();
    expect(reply.status).toBe(200);
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(await reply.text()).toMatch(/^retry: 2000\n\nid: done-3\nevent: end\ndata: \{.*\}\n\n$/);
  });

  it('come one by one, and the connection closes when they have ended', async () => {
    const served = await serve();
    const client = await openStream(served);
    await served.finish();
    expect(await client.closed()).toMatch(/id: done-3\nevent: end\n[\s\S]*\r\n0\r\n\r\n$/);
  });

  it('are over for a client that has the last one', async () => {
    const served = await serve();
    await served.finish();
    const reply = await served.get({ headers: { 'last-event-id': 'done-3' } });
    expect([reply.status, reply.headers.get('cache-control'), await reply.text()]).toEqual([
      204,
      'no-store',
      '',
    ]);
  });

  it('are refused in JSON if there is no such task', async () => {
    const { service } = await trialTask();
    const { baseUrl } = await listen(createHttpContract({ service, authenticator: tokens }));
    const reply = await fetch(`${baseUrl}/v1/verify/tasks/none/events`, { headers: bearer });
    expect([reply.status, await reply.json()]).toEqual([404, { detail: 'task_not_found' }]);
  });

  it('do not begin with HEAD', async () => {
    const served = await serve();
    const reply = await served.get({ method: 'HEAD' });
    expect([reply.status, reply.headers.get('content-type'), await reply.text()]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      '',
    ]);
    expect(served.clock.pending).toBe(0);
  });

  it('are followed by heartbeats at the interval of the host', async () => {
    const served = await serve({ heartbeatMs: 5 });
    const client = await openStream(served);
    await client.until(/\n:\n\n[\s\S]*\n:\n\n/);
    client.socket.destroy();
  });

  it.each(['destroy', 'resetAndDestroy', 'end'] as const)(
    'are not watched any more once the client has gone (%s)',
    async (leave) => {
      const served = await serve();
      const client = await openStream(served);
      client.socket[leave]();
      while (served.clock.pending > 0) await new Promise(setImmediate);
      expect((await served.service.task(served.task)).status).toBe('queued');
    },
  );

  it('break the transfer if they fail, and the cause goes to the hook', async () => {
    const reported: unknown[] = [];
    const served = await serve({ onError: (error, context) => reported.push(error, context) });
    const client = await openStream(served);
    const failure = new DialproofError('storage_unavailable');
    served.store.find = () => Promise.reject(failure);
    served.clock.advance(1_000);
    // Compared byte by byte, since Node's fetch takes everything before the end of a closing connection for a whole reply.
    expect(await client.closed()).toMatch(
      /transfer-encoding: chunked[\s\S]*id: queued-0\n(?![\s\S]*\r\n0\r\n)/i,
    );
    expect(reported).toEqual([failure, { operation: 'events' }]);
    expect(served.clock.pending).toBe(0);
  });
});

describe('a contract that is closed', () => {
  it('ends the open streams, refuses later ones, and answers everything else', async () => {
    const reported: unknown[] = [];
    const served = await serve({ onError: (error) => reported.push(error) });
    const reading = served.get().then((reply) => reply.text());
    await served.watched();
    served.contract.close();
    served.contract.close();
    expect(await reading).toMatch(/^retry: 2000\n\nid: queued-0\nevent: progress\ndata: \{.*\}\n\n$/);
    expect(served.clock.pending).toBe(0);
    expect(reported).toEqual([]);

    const refused = await served.get();
    expect([refused.status, await refused.json()]).toMatchObject([503, { detail: 'shutting_down' }]);
    expect((await served.get({ headers: { authorization: '' } })).status).toBe(401);
    const poll = await fetch(`http://127.0.0.1:${served.port}${served.path.replace('/events', '')}`, {
      headers: bearer,
    });
    expect(await poll.json()).toMatchObject({ status: 'queued' });
  });

  it.each<[string, (contract: HttpContract) => RequestListener]>([
    ['node:http', (contract) => (request, response) => void answerNodeRequest(contract, request, response)],
    ['fetch', (contract) => getRequestListener((request) => answerFetchRequest(contract, request))],
  ])(
    'lets a server of %s close at once although clients would keep their connections',
    async (_of, listen) => {
      const trial = await trialTask();
      const contract = createHttpContract({ service: trial.service, authenticator: tokens });
      // An idle connection would be kept for ever, and the server with it.
      const server = createServer({ keepAliveTimeout: 0 }, listen(contract));
      onTestFinished(() => server.closeAllConnections());
      await once(server.listen(0, '127.0.0.1'), 'listening');
      // A TCP server's address is an object.
      const { port } = server.address() as AddressInfo;
      const client = await rawClient(port);
      const path = `/v1/verify/tasks/${trial.task.taskId}/events`;
      client.send(`GET ${path} HTTP/1.1\r\nhost: x\r\n${AUTHORIZED}\r\n`);
      await trial.watched();
      const closed = once(server.close(), 'close');
      contract.close();
      await closed;
      expect(await client.closed()).toMatch(/id: queued-0\n[\s\S]*\r\n0\r\n\r\n$/);
    },
  );

  it('is not needed if the service closes: its watches end, and with them the streams', async () => {
    const served = await serve();
    const reading = served.get().then((reply) => reply.text());
    await served.watched();
    await served.service.close();
    expect(await reading).toContain('id: queued-0');
    expect(await (await served.get()).text()).toContain('id: queued-0');
  });
});
