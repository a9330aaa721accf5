import { once } from 'node:events';
import { request, type Server } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startFastify } from '../fixtures/fastify-application.fixture.js';
import { authorization, HostModule, memoryOptions, serveHost } from '../fixtures/host-application.fixture.js';
import { VerificationModule } from '../module/verification.module.js';

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
  it('does not wait for connections on which nothing was ever sent', async () => {
    const { baseUrl, close } = await start();
    const ready = await readyConnection(baseUrl);
    const ended = once(ready, 'close');
    await close();
    await ended;
  });
});

describe('an application that shuts down', () => {
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
    await expect.poll(() => server.listening).toBe(false);
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
