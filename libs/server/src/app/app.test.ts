import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { OPERATIONS } from '@dialproof/http';
import { describe, expect, it } from 'vitest';
import { result, submit, trialServer, verify } from '../trial-server.fixture.js';

const MIB = 1_048_576;

/** Sends a request with a body of this length until the server closes the connection. Returns the reply and the number of sent bytes. */
function sendBody(
  origin: string,
  request: string,
  bytes: number,
): Promise<{ readonly reply: string; readonly sentBytes: number }> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const piece = Buffer.alloc(MIB, 'x');
  let reply = '';
  let sentBytes = 0;
  return new Promise((resolve) => {
    const sendNext = (): void => {
      // A completely sent body ends the test, even if the server would continue.
      if (sentBytes >= bytes) return void socket.destroy();
      sentBytes += piece.length;
      socket.write(piece, (error) => {
        if (error === undefined || error === null) sendNext();
      });
    };
    socket
      .on('connect', () => {
        socket.write(`${request} HTTP/1.1\r\nhost: a\r\ncontent-length: ${bytes}\r\n\r\n`);
        sendNext();
      })
      .on('data', (data) => {
        reply += data;
      })
      // The server may reset a connection on which more comes.
      .on('error', () => {})
      .on('close', () => resolve({ reply, sentBytes }));
  });
}

describe('the server', () => {
  it('answers TRACE with a refusal that repeats nothing of the request', async () => {
    const { origin } = await trialServer();
    for (const path of ['/', '/docs/', '/healthz', '/readyz', '/metrics', '/v1/verify', '/v1/openapi.json']) {
      const { status, text } = await new Promise<{ status: number; text: string }>((resolve, reject) => {
        const asked = request(`${origin}${path}`, { method: 'TRACE', headers: { 'x-marked': 'repeated' } });
        asked.on('error', reject).on('response', async (response) => {
          resolve({
            status: response.statusCode ?? 0,
            text: (await response.setEncoding('utf8').toArray()).join(''),
          });
        });
        asked.end();
      });
      expect([401, 404, 405]).toContain(status);
      expect(text).not.toContain('repeated');
    }
  });

  it('serves the API below /v1 and below /, and says that results are made up', async () => {
    const { origin, token } = await trialServer();
    for (const path of ['/v1/verify', '/v1/v1/verify']) {
      const response = await fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{"phone":"+1 415-555-0101"}',
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('dialproof-results')).toBe('made up by the sandbox');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
      expect(response.headers.get('x-powered-by')).toBeNull();
      expect(await response.json()).toMatchObject({ phone: '+14155550101', status: 'telegram_registered' });
    }
  });

  it('shows the page at /, whose own files and API it can ask', async () => {
    const { origin } = await trialServer();
    for (const accept of ['text/html', 'application/json', '*/*']) {
      const reply = await fetch(`${origin}/?from=here`, { headers: { accept } });
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(reply.headers.get('content-security-policy')).toContain("script-src 'self' 'sha256-");
      const page = await reply.text();
      for (const [, path = ''] of page.matchAll(/(?:src|href)="(\.\/[^"]+)"/g)) {
        const file = await fetch(new URL(path, `${origin}/`));
        expect([path, file.status, file.headers.get('cache-control')]).toEqual([
          path,
          200,
          'public, max-age=31536000, immutable',
        ]);
      }
      const credits = await fetch(`${origin}/v1/credits`, { headers: { accept } });
      expect([credits.status, await credits.json()]).toEqual([401, { detail: 'not_authenticated' }]);
    }
  });

  it('takes the sample file to a result that has every row and all five statuses', async () => {
    const server = await trialServer();
    const sample = await readFile(new URL('../../sample.csv', import.meta.url), 'utf8');
    // Its three attempts take a quarter of a minute.
    const whoseCheckFails = /^Customer 8,[^\n]*\n/m;
    const response = await submit(server, sample.replace(whoseCheckFails, ''));
    expect(response.status).toBe(202);
    const { task_id, total } = OPERATIONS.submit.reply.shape.parse(await response.json());
    expect(total).toBe(19);
    const lines = (await result(server, task_id)).trimEnd().split(/\r?\n/);
    const statuses = lines.map((line) => line.split(',').at(-1));
    expect(statuses).toEqual([
      'verification_status',
      'wa_registered',
      'telegram_registered',
      'dead',
      'inactive',
      'unknown',
      'wa_registered',
      'wa_registered',
      ...statuses.slice(8),
    ]);
    const all = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'];
    expect(new Set(statuses.slice(1))).toEqual(new Set(all));
  });

  it('knows a request that names the whole address, as one through a proxy may', async () => {
    const { origin, token } = await trialServer();
    const { hostname, port } = new URL(origin);
    for (const path of ['/v1/credits', '/v1/v1/credits']) {
      const headers = { authorization: `Bearer ${token}` };
      const call = request({ hostname, port, path: `${origin}${path}`, headers }).end();
      const [reply] = await once(call, 'response');
      expect(reply.statusCode).toBe(200);
      reply.resume();
    }
  });

  it.each([
    ['GET', '/assets/none.js', 404, 'not_found'],
    ['POST', '/', 404, 'not_found'],
    ['POST', '/v2/verify', 404, 'not_found'],
    ['DELETE', '/healthz', 404, 'not_found'],
    ['GET', '/v1/v1/v1/verify', 404, 'not_found'],
    ['GET', '/v1/verify/tasks/%', 401, 'not_authenticated'],
    ['GET', '/v1/credits', 401, 'not_authenticated'],
  ])('answers %s %s with %i and JSON', async (method, path, status, detail) => {
    const { origin } = await trialServer();
    const response = await fetch(`${origin}${path}`, { method });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.json()).toEqual({ detail });
  });

  it('reads no more than 64 MiB of a body without a reader', async () => {
    const { origin } = await trialServer();
    const endless = await sendBody(origin, 'POST /v2/verify', 150 * MIB);
    expect(endless.reply).toMatch(
      /^HTTP\/1\.1 404 [\s\S]*connection: close[\s\S]*\{"detail":"not_found"\}$/i,
    );
    expect(endless.sentBytes).toBeGreaterThanOrEqual(64 * MIB);
    expect(endless.sentBytes).toBeLessThan(100 * MIB);
  });

  it('keeps no connection on which a long body follows a request that needs none', async () => {
    const { origin } = await trialServer();
    const requests = [
      'GET /healthz',
      'GET /readyz',
      'GET /docs/',
      'HEAD /docs/start.js',
      'GET /v2',
      'GET /v1/openapi.json',
    ];
    const ended = requests.map(async (request) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1');
      socket.write(`${request} HTTP/1.1\r\nhost: a\r\ncontent-length: 100000000\r\n\r\n`);
      const [reply] = await once(socket, 'data');
      expect(String(reply), request).toMatch(/^HTTP\/1\.1 (200|404) [\s\S]*connection: close\r\n/i);
      await once(socket, 'close');
    });
    await Promise.all(ended);
  });

  it('neutralises cells like formulas if the setting is on', async () => {
    const server = await trialServer({ neutralizeFormulas: 'on' });
    const response = await submit(server, new TextEncoder().encode('phone,note\n+14155550102,=1+1\n'));
    const { task_id } = OPERATIONS.submit.reply.shape.parse(await response.json());
    expect(await result(server, task_id)).toContain("'=1+1");
  });

  it('lives, and is ready', async () => {
    const { origin } = await trialServer();
    const health = await fetch(`${origin}/healthz`);
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    const readiness = await fetch(`${origin}/readyz`);
    expect([readiness.status, await readiness.json()]).toEqual([200, { status: 'ready', checker: 'ok' }]);
  });

  it('opens accounts with the configured credits', async () => {
    const server = await trialServer({ newAccountCredits: 3 });
    const register = () =>
      fetch(`${server.origin}/v1/accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"ann@example.com"}',
      });
    const registered = await register();
    expect(registered.status).toBe(201);
    const { token } = OPERATIONS.register.reply.shape.parse(await registered.json());
    const credits = await fetch(`${server.origin}/v1/credits`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await credits.json()).toEqual({ available: 3, held: 0 });
    expect((await register()).status).toBe(409);
  });

  it.each([
    ['closed', '127.0.0.1', 0],
    ['loopback', '0.0.0.0', 0],
    ['loopback', '127.0.0.1', 1],
  ] as const)(
    'opens none with registration %s on %s behind %i proxies',
    async (registration, host, proxies) => {
      const { origin } = await trialServer({ registration, host, proxies });
      const response = await fetch(`${origin}/v1/accounts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"ann@example.com"}',
      });
      expect([response.status, await response.json()]).toMatchObject([
        403,
        { detail: 'registration_closed' },
      ]);
    },
  );

  it('limits requests by the settings, and by the address from the proxy', async () => {
    const { origin, token } = await trialServer({
      proxies: 1,
      rates: { other: { requests: 2, seconds: 3_600 }, failedSignIns: { requests: 1, seconds: 3_600 } },
    });
    const ask = async (bearer: string, from: string) => {
      const headers = { authorization: `Bearer ${bearer}`, 'x-forwarded-for': `192.0.2.1, ${from}` };
      return (await fetch(`${origin}/v1/credits`, { headers })).status;
    };
    expect(await ask('guess', '203.0.113.7')).toBe(401);
    expect(await ask(token, '203.0.113.7')).toBe(429);
    expect(await ask(token, '203.0.113.8')).toBe(200);
    expect(await ask(token, '203.0.113.9')).toBe(200);
    expect(await ask(token, '203.0.113.10')).toBe(429);
  });

  it('makes its first account once, and keeps it', async () => {
    const first = await trialServer({ firstAccountCredits: 7 });
    expect((await verify(first, '+14155550102')).status).toBe(200);
    await first.close();
    const second = await trialServer({ dataDirectory: first.settings.dataDirectory });
    expect(second.firstAccount).toBeUndefined();
    const credits = await fetch(`${second.origin}/v1/credits`, {
      headers: { authorization: `Bearer ${first.token}` },
    });
    expect(await credits.json()).toEqual({ available: 6, held: 0 });
  });
});
