import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FastifyServerOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { signIn, start } from './fastify-server.fixture.js';
import { verificationPlugin } from './verification-plugin.js';

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

describe('verificationPlugin, before its handlers are asked,', () => {
  it('answers refusals of Fastify itself, after it has authenticated the caller', async () => {
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

  it.each<[string, string, number]>([
    ['cannot be decoded', '%E0%A4%A', 400],
    ['names a task at length', 'a'.repeat(101), 414],
  ])('does not get a path that %s', async (_what, id, status) => {
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
