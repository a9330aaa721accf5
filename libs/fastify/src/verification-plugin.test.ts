import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { VerificationService } from '@dialproof/core';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { signIn, start, startFastifyServer, submitted } from './fastify-server.fixture.js';
import { verificationPlugin } from './verification-plugin.js';

type WatchRequest = Parameters<VerificationService['watch']>[0];

describe('verificationPlugin', () => {
  it('leaves the host its other routes, its parsers, its 404s and its errors', async () => {
    const server = await start((app, parts) => {
      app.addContentTypeParser('text/shout', { parseAs: 'string' }, (_request, body, done) => {
        done(null, String(body).toUpperCase());
      });
      app.register(verificationPlugin, { ...parts, logLevel: 'warn' });
      app.post('/v1/orders', async ({ body }) => ({ order: body }));
      app.get('/v1/broken', async () => Promise.reject(new Error('the till is stuck')));
      app.setNotFoundHandler((_request, reply) => void reply.code(404).send('nothing of ours'));
      app.setErrorHandler(
        (error: Error, _request, reply) => void reply.code(500).send(`the host: ${error.message}`),
      );
    });
    const order = async (type: string, body: string) => {
      const init = { method: 'POST', headers: { 'content-type': type }, body };
      return (await fetch(`${server.baseUrl}/v1/orders`, init)).json();
    };
    expect(await order('application/json', '{"no":7}')).toEqual({ order: { no: 7 } });
    expect(await order('text/shout', 'seven')).toEqual({ order: 'SEVEN' });
    const answer = async (path: string) => (await fetch(`${server.baseUrl}${path}`)).text();
    expect(await answer('/v1/broken')).toBe('the host: the till is stuck');
    for (const path of [
      '/v1/verify/',
      '/v1/verify/tasks/',
      '/v1/verify/tasks//download',
      '/v1/other',
      '/V1/verify',
    ]) {
      expect(await answer(path)).toBe('nothing of ours');
    }
  });

  it('finds tasks whatever forms of a path the host allows for', async () => {
    const routerOptions = { caseSensitive: false, ignoreTrailingSlash: true, ignoreDuplicateSlashes: true };
    const server = await start(
      (app, parts) => {
        app.register(verificationPlugin, { prefix: '/of/:tenant', ...parts });
      },
      { server: { routerOptions } },
    );
    const headers = await signIn(server);
    const base = `${server.baseUrl}/of/acme`;
    const taskId = await submitted(base, headers);
    for (const path of ['/v1/verify/tasks/', '/V1/Verify/tasks/', '//v1/verify//tasks/']) {
      for (const id of [taskId, taskId.replace('-', '%2D'), `${taskId}/`]) {
        expect((await fetch(`${base}${path}${id}`, { headers })).status).toBe(200);
      }
    }
    expect((await fetch(`${base}/v1/verify/tasks/a%2Fb`, { headers })).status).toBe(404);
  });

  it('ends event streams when the application is closed', async () => {
    const server = await startFastifyServer(
      (app, parts) => {
        const service = {
          ...parts.service,
          /** Yields the present task, and then nothing more. */
          async *watch(request: WatchRequest) {
            yield await parts.service.task(request);
            await once(request.signal ?? new AbortController().signal, 'abort');
          },
        };
        app.register(verificationPlugin, { ...parts, service });
      },
      // Closing breaks no connection off, and waits as long as clients would keep theirs: for ever.
      { server: { forceCloseConnections: false, keepAliveTimeout: 0 } },
    );
    const headers = await signIn(server);
    const taskId = await submitted(server.baseUrl, headers);
    const agent = new Agent({ keepAlive: true });
    const asked = get(`${server.baseUrl}/v1/verify/tasks/${taskId}/events`, { headers, agent });
    const [events] = (await once(asked, 'response')) as [IncomingMessage];
    const [received] = await Promise.all([text(events), server.app.close()]);
    expect(received).toContain('data:');
    await server.close();
  });

  it('refuses bad options when it is registered', async () => {
    const app = fastify();
    // A caller without types may pass this.
    const bad = { service: {} } as unknown as Parameters<typeof verificationPlugin>[1];
    app.register(verificationPlugin, bad);
    await expect(app.ready()).rejects.toThrow(TypeError);
  });
});
