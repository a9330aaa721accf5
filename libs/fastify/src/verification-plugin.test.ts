import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Authenticator, accountId, type VerificationService } from '@dialproof/core';
import { submissionShape } from '@dialproof/http';
import type { MountedServer } from '@dialproof/testkit';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { startFastifyServer } from './fastify-server.fixture.js';
import { verificationPlugin } from './verification-plugin.js';

const PHONE = JSON.stringify({ phone: '+14155550100' });
const JSON_TYPE = { 'content-type': 'application/json' };

type WatchRequest = Parameters<VerificationService['watch']>[0];

const servers: MountedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(...options: Parameters<typeof startFastifyServer>): Promise<MountedServer> {
  const server = await startFastifyServer(...options);
  servers.push(server);
  return server;
}

/** The headers of an account that may verify some numbers. */
async function signIn(server: MountedServer): Promise<{ readonly authorization: string }> {
  const { token } = await server.openAccount({ credits: 200, suspended: false });
  return { authorization: `Bearer ${token}` };
}

function form(): FormData {
  const fields = new FormData();
  fields.append('file', new Blob([`phone\n${'+14155550100\n'.repeat(150)}`]), 'customers.csv');
  return fields;
}

/** Asks in ways that fetch does not. */
async function ask(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
): Promise<[number | undefined, unknown]> {
  const asked = request(url, { method, headers });
  const [reply] = (await once(asked.end(), 'response')) as [IncomingMessage];
  const body = await text(reply);
  return [reply.statusCode, body.startsWith('{') ? JSON.parse(body) : body];
}

/** Knows whom a hook of the host has put on the request. */
const byUser: Authenticator = {
  async authenticate({ request: seen }) {
    const user: unknown = Reflect.get(Object(seen), 'user');
    return typeof user === 'string' ? { accountId: accountId(user), suspended: false } : undefined;
  },
};

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

  it('is for whom the hooks of the host have signed in', async () => {
    const server = await start((app, { service }) => {
      app.decorateRequest('user', null);
      app.addHook('onRequest', async (seen) => {
        Object.assign(seen, { user: seen.headers['x-user'] });
      });
      app.register(verificationPlugin, { service, authenticator: byUser });
    });
    const credits = (headers: Record<string, string>) => fetch(`${server.baseUrl}/v1/credits`, { headers });
    expect(await (await credits({ 'x-user': 'ann' })).json()).toEqual({ available: 0, held: 0 });
    expect((await credits({})).status).toBe(401);
  });

  it('is behind every hook of the host that may refuse', async () => {
    for (const name of ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const) {
      const server = await start((app, parts) => {
        app.setErrorHandler((error: Error, _request, reply) => void reply.code(429).send(error.message));
        // What these hooks are given besides does not matter here.
        app.addHook(name as 'onRequest', async () => Promise.reject(new Error(`${name} says no`)));
        app.register(verificationPlugin, parts);
      });
      const init = { method: 'POST', headers: { ...(await signIn(server)), ...JSON_TYPE }, body: PHONE };
      const reply = await fetch(`${server.baseUrl}/v1/verify`, init);
      expect([reply.status, await reply.text()]).toEqual([429, `${name} says no`]);
    }
  });

  it('sends the headers that the host has set, and cookies each by itself', async () => {
    const server = await start((app, parts) => {
      app.register(cors, { origin: 'https://shop.example', credentials: true });
      app.addHook('onRequest', async (_request: FastifyRequest, reply: FastifyReply) => {
        reply
          .header('x-served-by', 7)
          .header('set-cookie', ['a=1', 'b=2'])
          .header('content-type', 'text/html');
      });
      app.register(verificationPlugin, { prefix: '/phones', ...parts });
    });
    const headers = { ...(await signIn(server)), origin: 'https://shop.example' };
    for (const [path, type] of [
      ['/phones/v1/credits', 'application/json; charset=utf-8'],
      ['/phones/v1/verify', 'application/json; charset=utf-8'],
    ] as const) {
      const reply = await fetch(`${server.baseUrl}${path}`, { headers });
      expect(reply.headers.get('access-control-allow-origin')).toBe('https://shop.example');
      expect(reply.headers.get('x-served-by')).toBe('7');
      expect(reply.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
      expect(reply.headers.get('content-type')).toBe(type);
    }
    const preflight = await fetch(`${server.baseUrl}/phones/v1/verify`, {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
      204,
      'GET,HEAD,POST',
    ]);
  });

  it('answers what Fastify refuses by itself, once it knows who asks', async () => {
    const server = await start((app, parts) => void app.register(verificationPlugin, parts));
    const known = await signIn(server);
    for (const [method, path, headers, status, detail] of [
      [
        'POST',
        '/v1/verify',
        { 'content-type': 'no media type', 'content-length': '0' },
        415,
        'unsupported_media_type',
      ],
      ['POST', '/v1/verify/batch', { 'content-type': ';;' }, 415, 'unsupported_media_type'],
      ['OPTIONS', '/v1/verify', { 'content-type': ';;' }, 204, undefined],
      ['DELETE', '/v1/verify', { 'content-type': ';;' }, 405, 'method_not_allowed'],
    ] as const) {
      const url = `${server.baseUrl}${path}`;
      const refused = await ask(url, method, { ...known, ...headers });
      expect(refused).toMatchObject(detail === undefined ? [status, ''] : [status, { detail }]);
      expect(await ask(url, method, headers)).toEqual([401, { detail: 'not_authenticated' }]);
    }
  });

  it('answers every method that Fastify routes', async () => {
    const seen: string[] = [];
    const server = await start((app, parts) => {
      app.addHttpMethod('PROPFIND');
      seen.push(...app.supportedMethods);
      app.register(verificationPlugin, parts);
    });
    const known = await signIn(server);
    expect(seen).toContain('PROPFIND');
    for (const method of seen.filter((name) => !['GET', 'HEAD', 'OPTIONS'].includes(name))) {
      const [status, body] = await ask(`${server.baseUrl}/v1/credits`, method, known);
      expect([method, status, body]).toMatchObject([method, 405, { detail: 'method_not_allowed' }]);
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
    const init = { method: 'POST', headers, body: form() };
    const base = `${server.baseUrl}/of/acme`;
    const reply = await fetch(`${base}/v1/verify/batch?default_country=DE`, init);
    const { task_id: taskId } = submissionShape.parse(await reply.json());
    for (const path of ['/v1/verify/tasks/', '/V1/Verify/tasks/', '//v1/verify//tasks/']) {
      for (const id of [taskId, taskId.replace('-', '%2D'), `${taskId}/`]) {
        expect((await fetch(`${base}${path}${id}`, { headers })).status).toBe(200);
      }
    }
    expect((await fetch(`${base}/v1/verify/tasks/a%2Fb`, { headers })).status).toBe(404);
  });

  it('ends event streams when the application is closed', async () => {
    let app: FastifyInstance | undefined;
    const server = await startFastifyServer(
      (created, parts) => {
        app = created;
        const service = {
          ...parts.service,
          /** Gives the task as it is, and then nothing more. */
          async *watch(request: WatchRequest) {
            yield await parts.service.task(request);
            await once(request.signal ?? new AbortController().signal, 'abort');
          },
        };
        created.register(verificationPlugin, { ...parts, service });
      },
      // Otherwise closing breaks open connections off and waits for none.
      { server: { forceCloseConnections: false } },
    );
    const headers = await signIn(server);
    const reply = await fetch(`${server.baseUrl}/v1/verify/batch`, { method: 'POST', headers, body: form() });
    const { task_id: taskId } = submissionShape.parse(await reply.json());
    const asked = get(`${server.baseUrl}/v1/verify/tasks/${taskId}/events`, { headers, agent: false });
    const [events] = (await once(asked, 'response')) as [IncomingMessage];
    const [received] = await Promise.all([text(events), app?.close()]);
    expect(received).toContain('data:');
    await server.close();
  });

  it('refuses bad options when it is registered', async () => {
    const app = fastify();
    // What a caller without types may pass.
    const bad = { service: {} } as unknown as Parameters<typeof verificationPlugin>[1];
    app.register(verificationPlugin, bad);
    await expect(app.ready()).rejects.toThrow(TypeError);
  });

  it.each<[string, string, number]>([
    ['cannot be decoded', '%E0%A4%A', 400],
    ['names a task at length', 'a'.repeat(101), 414],
  ])('is not asked about a path that %s', async (_what, id, status) => {
    const rewriteUrl: FastifyServerOptions['rewriteUrl'] = ({ url }) => url ?? '/';
    const server = await start((app, parts) => void app.register(verificationPlugin, parts), {
      server: { rewriteUrl },
    });
    expect((await fetch(`${server.baseUrl}/v1/verify/tasks/${id}`)).status).toBe(status);
  });

  it('is asked about a path that decodableUrl has made one that can be decoded', async () => {
    const server = await start((app, parts) => void app.register(verificationPlugin, parts));
    const url = `${server.baseUrl}/v1/verify/tasks/%E0%A4%A`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: await signIn(server) })).status).toBe(404);
  });
});
