import { listenLocally, type Mount } from '@dialproof/testkit';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, describe, expect, it } from 'vitest';
import { bearer, tokens } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createFetchHandler } from '../fetch/fetch-handler.js';
import { rawClient } from '../fixtures/raw-client.fixture.js';
import { trialTask } from '../fixtures/trial-task.fixture.js';
import { createNodeHandler } from '../node/node-handler.js';

let mount: Mount | undefined;
afterEach(() => mount?.close());

/** A task, and the address of its events in a Hono application. */
async function serve() {
  const trial = await trialTask();
  const handler = createFetchHandler({ service: trial.service, authenticator: tokens });
  const app = new Hono().mount('/phones', handler);
  mount = await listenLocally(getRequestListener(app.fetch));
  return { ...trial, handler, url: `${mount.baseUrl}/phones/v1/verify/tasks/${trial.task.taskId}/events` };
}

describe('the events of a task as a Response', () => {
  it('arrive one by one, up to the last one', async () => {
    const served = await serve();
    const reading = fetch(served.url, { headers: bearer }).then((reply) => reply.text());
    await served.watched();
    await served.finish();
    expect(await reading).toMatch(/id: queued-0\n[\s\S]*id: done-3\nevent: end\n/);
    const again = await fetch(served.url, { headers: { ...bearer, 'last-event-id': 'done-3' } });
    expect([again.status, await again.text()]).toEqual([204, '']);
  });

  it.each(['destroy', 'resetAndDestroy', 'end'] as const)(
    'are not watched any more once the client has gone (%s)',
    async (leave) => {
      const served = await serve();
      const { port, pathname } = new URL(served.url);
      const client = await rawClient(Number(port));
      client.send(`GET ${pathname} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n\r\n`);
      await client.until(/id: queued-0\n/);
      await served.watched();
      client.socket[leave]();
      while (served.clock.pending > 0) await new Promise(setImmediate);
    },
  );

  it.each(['signal', 'body'] as const)('are watched for no more once the %s says so', async (what) => {
    const { service, task, clock, watched } = await trialTask();
    const leaving = new AbortController();
    const url = `http://x/v1/verify/tasks/${task.taskId}/events`;
    const reply = await createFetchHandler({ service, authenticator: tokens })(
      new Request(url, { headers: bearer, signal: leaving.signal }),
    );
    const reader = reply.body?.getReader();
    const reading = (async () => {
      while (!(await reader?.read())?.done);
    })();
    await watched();
    if (what === 'signal') leaving.abort();
    else await reader?.cancel();
    await reading;
    while (clock.pending > 0) await new Promise(setImmediate);
  });
});

describe('a handler that is closed', () => {
  it('of fetch ends the open streams', async () => {
    const served = await serve();
    const reading = fetch(served.url, { headers: bearer }).then((reply) => reply.text());
    await served.watched();
    served.handler.close();
    expect(await reading).toContain('id: queued-0');
    expect((await fetch(served.url, { headers: bearer })).status).toBe(503);
  });

  it('of node:http ends the open streams', async () => {
    const { service, task, watched } = await trialTask();
    const handler = createNodeHandler({ service, authenticator: tokens });
    mount = await listenLocally(handler);
    const url = `${mount.baseUrl}/v1/verify/tasks/${task.taskId}/events`;
    const reading = fetch(url, { headers: bearer }).then((reply) => reply.text());
    await watched();
    handler.close();
    expect(await reading).toContain('id: queued-0');
  });
});
