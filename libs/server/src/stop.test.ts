import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import {
  result,
  submit,
  submitted,
  type TrialServer,
  trialFolder,
  trialServer,
  verify,
} from './trial-server.fixture.js';

/** A checker whose answers the test releases. */
function gatedChecker() {
  const waiting: (() => void)[] = [];
  let resolveAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    resolveAsked = resolve;
  });
  return {
    asked,
    waiting: () => waiting.length,
    openGate: () => {
      for (const open of waiting.splice(0)) open();
    },
    check: async () => {
      resolveAsked();
      await new Promise<void>((resolve) => waiting.push(resolve));
      return 'inactive' as const;
    },
  };
}

const status = async ({ origin }: TrialServer, path: string) => (await fetch(`${origin}${path}`)).status;

/** A client that sends a part of a request, and reads nothing of the reply. Resolves when the server has read it. */
async function halfRequest(server: TrialServer, target: string, headers: string, body: string) {
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  // The server may reset the connection of a client that is still sending. `once` would take that error for its own failure.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const stalled = new Promise<void>((resolve) => socket.once('readable', () => resolve()));
  socket.pause();
  socket.write(
    `${target} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${server.token}\r\n${headers}\r\n\r\n${body}`,
  );
  expect(await status(server, '/healthz')).toBe(200);
  return {
    send: (text: string) => void socket.write(text),
    leave: () => socket.destroy(),
    stalled,
    /** Reads everything until the connection is closed, in an orderly way or not. */
    closed: () => {
      socket.resume();
      return closed;
    },
  };
}

describe('close', () => {
  it('finishes running requests, refuses new ones, and is not ready any more', async () => {
    const checker = gatedChecker();
    const server = await trialServer({}, { checker });
    const underWay = verify(server, '+14155550188');
    await checker.asked;
    const closed = server.close();

    const refused = await verify(server, '+14155550177');
    expect([refused.status, refused.headers.get('connection')]).toEqual([503, 'close']);
    expect(await refused.json()).toMatchObject({ detail: 'shutting_down' });
    for (const path of ['/v1/verify/batch', '/v1/lists?name=customers']) {
      const file = await submit(server, 'phone\n+14155550177\n', path);
      expect([file.status, file.headers.get('retry-after')]).toEqual([503, '5']);
    }
    expect(await status(server, '/v1/verify')).toBe(401);
    expect(await status(server, '/readyz')).toBe(503);
    expect(await status(server, '/healthz')).toBe(200);

    checker.openGate();
    expect(await (await underWay).json()).toMatchObject({ status: 'inactive' });
    await closed;
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow();
  });

  it('ends open event streams at once, and refuses later ones', async () => {
    const checker = gatedChecker();
    const server = await trialServer({}, { checker });
    const taskId = await submitted(server, 'phone\n+14155550188\n');
    const address = `${server.origin}/v1/verify/tasks/${taskId}/events`;
    const headers = { authorization: `Bearer ${server.token}` };
    const stream = (await fetch(address, { headers })).text();
    await checker.asked;
    const underWay = verify(server, '+14155550177');
    await expect.poll(checker.waiting).toBe(2);

    const closed = server.close();
    expect(await stream).toMatch(/^retry: 2000\n\nid: (queued|processing)-0\n/);
    const refused = await fetch(address, { headers });
    expect([refused.status, await refused.json()]).toMatchObject([503, { detail: 'shutting_down' }]);
    checker.openGate();
    expect((await underWay).status).toBe(200);
    await closed;
  });

  it('waits for no connection on which nothing is under way', async () => {
    const server = await trialServer();
    for (const begun of ['', 'GET /healthz HTTP/1.1\r\nhost: x']) {
      const socket = connect(server.port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write(begun);
    }
    // Its reply shows that the server has seen the earlier connections.
    expect(await status(server, '/healthz')).toBe(200);
    await server.close();
  });

  it.each([
    [
      'half of a number',
      'POST /v1/verify',
      'content-type: application/json\r\ncontent-length: 100',
      '{"phone":',
    ],
    [
      'half of a file',
      'POST /v1/verify/batch',
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 100000',
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone\n',
    ],
  ])('does not wait for a client that has sent %s and nothing more', async (_what, target, headers, half) => {
    const server = await trialServer({ shutdownTimeoutMs: 400 });
    const client = await halfRequest(server, target, headers, half);
    await server.close();
    await client.closed();
  });

  it('does not wait for a client that continues to send byte by byte', async () => {
    const server = await trialServer({ shutdownTimeoutMs: 400 });
    const headers = 'content-type: application/json\r\ncontent-length: 60000';
    const client = await halfRequest(server, 'POST /v1/verify', headers, '{"phone":');
    const dribble = setInterval(() => client.send(' '), 10);
    await server.close();
    await client.closed();
    clearInterval(dribble);
  });

  it('does not wait for a client that reads nothing of its reply', async () => {
    const server = await trialServer({ shutdownTimeoutMs: 400 });
    const note = 'x'.repeat(20_000);
    const rows = Array.from({ length: 600 }, (_, row) => `+1415555${String(row + 1_000)},${note}\n`);
    const taskId = await submitted(server, `phone,note\n${rows.join('')}`);
    await result(server, taskId);
    const client = await halfRequest(server, `GET /v1/verify/tasks/${taskId}/download`, 'x: y', '');
    await client.stalled;
    await server.close();
    client.leave();
  });

  it('logs no error for refusals', async () => {
    const checker = gatedChecker();
    const server = await trialServer({}, { checker });
    const underWay = verify(server, '+14155550188');
    await checker.asked;
    const closed = server.close();
    expect((await verify(server, '+14155550177')).status).toBe(503);
    expect((await submit(server, 'phone\n+14155550177\n')).status).toBe(503);
    checker.openGate();
    await underWay;
    await closed;
    expect(server.logLines.filter((line) => line.startsWith('{"level":50'))).toEqual([]);
  });

  it('hands a running task back, and the next start finishes it', async () => {
    const checker = gatedChecker();
    const first = await trialServer({}, { checker });
    const taskId = await submitted(first, 'phone\n+14155550188\n+14155550102\n');
    await checker.asked;
    await first.close();

    const second = await trialServer({ dataDirectory: first.settings.dataDirectory });
    const task = async () => {
      const address = `${second.origin}/v1/verify/tasks/${taskId}`;
      return (await fetch(address, { headers: { authorization: `Bearer ${first.token}` } })).json();
    };
    await expect.poll(task).toMatchObject({ status: 'done', processed: 2 });
    expect(await task()).toMatchObject({ credits: { held: 0, charged: 2 }, summary: { dead: 1 } });
  });

  it('waits neither for the end of a large task nor for that of a chunk, and keeps the answers', async () => {
    const checker = gatedChecker();
    const first = await trialServer({ checkConcurrency: 100 }, { checker });
    const phones = Array.from({ length: 10_000 }, (_, row) => `+1415556${String(row).padStart(4, '0')}`);
    const taskId = await submitted(first, `phone\n${phones.join('\n')}\n`);
    await expect.poll(checker.waiting).toBe(100);
    const closed = first.close();
    checker.openGate();
    await closed;
    expect(checker.waiting()).toBe(0);

    const second = await trialServer(
      { dataDirectory: first.settings.dataDirectory },
      { checker: gatedChecker() },
    );
    const address = `${second.origin}/v1/verify/tasks/${taskId}`;
    const task = await (await fetch(address, { headers: { authorization: `Bearer ${first.token}` } })).json();
    expect(task).toMatchObject({ status: 'processing', processed: 100 });
  });

  it('may be called twice', async () => {
    const server = await trialServer();
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });
});

describe('startServer', () => {
  it('refuses a data folder that another server works on', async () => {
    const { settings } = await trialServer();
    await expect(trialServer({ dataDirectory: settings.dataDirectory })).rejects.toMatchObject({
      name: 'StartRefusal',
      message: expect.stringMatching(/^The data folder .* cannot be used: another process already uses/),
    });
  });

  it('refuses a data folder that cannot be made', async () => {
    const file = new URL(import.meta.url).pathname;
    await expect(trialServer({ dataDirectory: `${file}/data` })).rejects.toMatchObject({
      name: 'StartRefusal',
      message: expect.stringContaining(
        'cannot be written (ENOTDIR). Choose another one: DIALPROOF_DATA_DIR=',
      ),
    });
  });

  it('gives everything back when the port is taken', async () => {
    const { port } = await trialServer();
    const dataDirectory = await trialFolder();
    await expect(trialServer({ port, dataDirectory })).rejects.toThrow(`Port ${port} is taken`);
    const server = await trialServer({ dataDirectory });
    expect(server.firstAccount?.credits).toBe(1_000_000);
  });
});
