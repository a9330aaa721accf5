import { type Authenticator, accountId } from '@dialproof/core';
import cors from '@fastify/cors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, it } from 'vitest';
import { signIn, start } from './signed-in.fixture.js';
import { verificationPlugin } from './verification-plugin.js';

const PHONE = JSON.stringify({ phone: '+14155550100' });

/** Knows whom a hook of the host has put on the request. */
const byUser: Authenticator = {
  async authenticate({ request: seen }) {
    const user: unknown = Reflect.get(Object(seen), 'user');
    return typeof user === 'string' ? { accountId: accountId(user), suspended: false } : undefined;
  },
};

describe('verificationPlugin behind the hooks of the host', () => {
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
});
