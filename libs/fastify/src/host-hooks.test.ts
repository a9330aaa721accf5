import { type AccountId, type Authenticator, accountId } from '@dialproof/core';
import { OPERATIONS } from '@dialproof/http';
import cors from '@fastify/cors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { type Credentials, signIn, start } from './fastify-server.fixture.js';
import { verificationPlugin } from './verification-plugin.js';

const PHONE = JSON.stringify({ phone: '+14155550100' });

/** Knows the user that a hook of the host has put on the request. */
const byUser: Authenticator = {
  async authenticate({ request: seen }) {
    const user: unknown = Reflect.get(Object(seen), 'user');
    return typeof user === 'string' ? { accountId: accountId(user), suspended: false } : undefined;
  },
};

describe('verificationPlugin behind the hooks of the host', () => {
  it('serves users that the hooks of the host have signed in', async () => {
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

  it('asks account for the user that a hook has put on the request', async () => {
    const server = await start((app, { service }) => {
      app.decorateRequest('user', null);
      app.addHook('onRequest', async (seen) => {
        Object.assign(seen, { user: seen.headers['x-user'] });
      });
      interface SignedInRequest extends FastifyRequest {
        readonly user?: string;
      }
      app.register(verificationPlugin, { service, account: async ({ user }: SignedInRequest) => user });
    });
    const credits = (headers: Record<string, string>) => fetch(`${server.baseUrl}/v1/credits`, { headers });
    expect(await (await credits({ 'x-user': 'ann' })).json()).toEqual({ available: 0, held: 0 });
    expect((await credits({})).status).toBe(401);
  });

  it.each([undefined, null, '', Number.NaN, {}, ['acme']])(
    'never takes %o for an account, and reports it to the host',
    async (account) => {
      const told: unknown[] = [];
      const server = await start((app, { service }) => {
        // The types forbid it, which hosts in JavaScript do not notice.
        const authenticate = async () => ({ accountId: account as AccountId, suspended: false });
        const onError = (error: unknown) => void told.push(error);
        app.register(verificationPlugin, { service, authenticator: { authenticate }, onError });
      });
      const reply = await fetch(`${server.baseUrl}/v1/credits`);
      expect([reply.status, await reply.text()]).toEqual([500, '{"detail":"internal_error"}']);
      expect(told).toEqual([expect.any(TypeError)]);
    },
  );

  it('is behind every hook of the host that may refuse', async () => {
    for (const name of ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const) {
      const server = await start((app, parts) => {
        app.setErrorHandler((error: Error, _request, reply) => void reply.code(429).send(error.message));
        // The other arguments of these hooks do not matter here.
        app.addHook(name as 'onRequest', async () => Promise.reject(new Error(`${name} says no`)));
        app.register(verificationPlugin, parts);
      });
      const init = {
        method: 'POST',
        headers: { ...(await signIn(server)), 'content-type': 'application/json' },
        body: PHONE,
      };
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

  it('runs before the hooks that see the reply, and is in the log', async () => {
    const [seen, logged]: [unknown[], string[]] = [[], []];
    const server = await start(
      (app, parts) => {
        app.addHook('onResponse', async ({ url }, { statusCode }) => void seen.push([url, statusCode]));
        app.register(verificationPlugin, parts);
      },
      { server: { logger: { stream: { write: (line) => void logged.push(line) } } } },
    );
    await fetch(`${server.baseUrl}/v1/credits`, { headers: await signIn(server) });
    await fetch(`${server.baseUrl}/v1/verify`, { method: 'POST', body: PHONE });
    // Its hooks have run when it has closed.
    await server.app.close();
    expect(seen).toEqual([
      ['/v1/credits', 200],
      ['/v1/verify', 401],
    ]);
    const codes = logged.map((line) => JSON.parse(line).res?.statusCode).filter(Boolean);
    expect(codes).toEqual([200, 401]);
  });

  it('answers injected requests, as in tests of hosts', async () => {
    const server = await start((app, parts) => void app.register(verificationPlugin, parts));
    const credentials = await signIn(server);
    const credits = await server.app.inject({ url: '/v1/credits', headers: credentials });
    expect([credits.statusCode, credits.json()]).toEqual([200, { available: 200, held: 0 }]);
    const taskId = await injectedTask(server.app, credentials);
    const events = await server.app.inject({
      url: `/v1/verify/tasks/${taskId}/events`,
      headers: credentials,
    });
    expect(events.body).toContain('event: end\n');
    const result = await server.app.inject({
      url: `/v1/verify/tasks/${taskId}/download`,
      headers: credentials,
    });
    expect(result.body).toMatch(/^phone,verification_status\r?\n/);
    const refused = await server.app.inject({
      method: 'POST',
      url: '/v1/verify/batch',
      body: 'x'.repeat(200_000),
    });
    expect([refused.statusCode, refused.json()]).toEqual([401, { detail: 'not_authenticated' }]);
  });
});

/** Submits a file without a connection. Gives its task. */
async function injectedTask(app: FastifyInstance, headers: Credentials): Promise<string> {
  const body =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone\r\n+14155550100\r\n--b--\r\n';
  const submitted = await app.inject({
    method: 'POST',
    url: '/v1/verify/batch',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    body,
  });
  return OPERATIONS.submit.reply.shape.parse(submitted.json()).task_id;
}
