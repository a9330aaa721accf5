import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { HttpAdapterHost } from '@nestjs/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFastify } from '../fixtures/fastify-application.fixture.js';
import { authorization, HostModule, memoryOptions, serveHost } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';
import { OpenConnections } from './open-connections.js';

const imports = () => [VerificationModule.forRoot(memoryOptions())];

async function onExpress() {
  const { app, baseUrl } = await serveHost({ imports: imports() });
  return { baseUrl, close: () => app.close() };
}

const onFastify = () => startFastify({ module: HostModule, imports: imports() });

/** A connection on which nothing was asked, as browsers keep it ready. */
async function readyConnection(baseUrl: string) {
  const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

describe.each([
  ['Express', onExpress],
  ['Fastify', onFastify],
])('an application on %s that shuts down', (_platform, start) => {
  it('does not wait for connections on which nothing is under way', async () => {
    const { baseUrl, close } = await start();
    const ready = await readyConnection(baseUrl);
    const ended = once(ready, 'close');
    await close();
    await ended;
  });
});

describe('an application that shuts down', () => {
  it('does not wait for requests that were sent ahead and hung up', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    // The part of Nest's host that it reads.
    const connections = new OpenConnections({
      httpAdapter: { getHttpServer: () => server },
    } as HttpAdapterHost);
    connections.watch();
    // A TCP server's address is an object.
    const { port } = server.address() as AddressInfo;
    const ready = await readyConnection(`http://127.0.0.1:${port}`);
    const client = connect(port, '127.0.0.1');
    let begun = 0;
    const both = new Promise<void>((resolve) =>
      server.on('request', ({ socket }) => {
        begun += 1;
        if (begun < 2) return;
        socket.once('close', () => resolve());
        client.destroy();
      }),
    );
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(2));
    await both;
    const ended = once(ready, 'close');
    const closed = once(server, 'close');
    connections.closeWhenIdle();
    server.close();
    await Promise.all([ended, closed]);
  });

  it('lets a running upload end', async () => {
    const { app, baseUrl } = await serveHost({ imports: imports() });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const server: Server = app.getHttpServer();
    const arrived = once(server, 'request');
    const headers = { authorization, 'content-type': 'multipart/form-data; boundary=x' };
    const upload = request(`${baseUrl}/v1/verify/batch`, { method: 'POST', headers });
    const replied = once(upload, 'response');
    upload.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone\n');
    await arrived;

    const closed = app.close();
    await vi.waitFor(() => expect(server.listening).toBe(false));
    vi.advanceTimersByTime(60_000);
    upload.end('+14155552671\r\n--x--\r\n');
    const [reply] = await replied;
    expect(reply.statusCode).toBe(202);
    reply.resume();
    await once(reply, 'end');

    vi.advanceTimersByTime(60_000);
    await closed;
  });
});
