import { request } from 'node:http';
import type express from 'express';
import { describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-server.fixture.js';
import { authorization, options, serve, submit, verify } from './fake-host.fixture.js';
import { verificationRouter } from './verification-router.js';

interface Sent {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Posts JSON, by default as the known account. Returns the status and the text of the reply. */
async function post(
  baseUrl: string,
  { path = '/v1/verify', headers = { authorization }, body }: Sent,
): Promise<[number, string]> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
  const reply = await fetch(`${baseUrl}${path}`, init);
  return [reply.status, await reply.text()];
}

describe.each(EXPRESS_MAJORS)(
  "verificationRouter behind the host's body parsers, on Express $major",
  ({ express }) => {
    /** An application whose parsers come first, and which answers errors with `the host: ` and their message. */
    async function serveBehind(...parsers: express.RequestHandler[]): Promise<string> {
      const app = express().use(...parsers, verificationRouter(options));
      const errors: express.ErrorRequestHandler = (error, _request, response, _next) => {
        response.status(error.status ?? 500).send(`the host: ${error.message}`);
      };
      return serve(app.use(errors));
    }

    it.each([
      ['an object', express.json()],
      ['text', express.text({ type: '*/*' })],
      ['bytes', express.raw({ type: '*/*' })],
    ])('takes a body that the host has read as %s', async (_what, parser) => {
      const baseUrl = await serve(express().use(parser, verificationRouter(options)));
      expect((await verify(baseUrl)).status).toBe(200);
    });

    it('takes a body that middleware has copied into an object without a prototype', async () => {
      const copy: express.RequestHandler = (request, _response, next) => {
        request.body = Object.assign(Object.create(null), request.body);
        next();
      };
      expect((await verify(await serveBehind(express.json(), copy))).status).toBe(200);
    });

    it('reports the remedy to the host when a body was read and discarded', async () => {
      const swallow: express.RequestHandler = (request, _response, next) => {
        request.resume().on('end', () => next());
      };
      const told: unknown[] = [];
      const router = verificationRouter({ ...options, onError: (error) => void told.push(error) });
      const baseUrl = await serve(express().use(swallow, router));
      for (const ask of [verify, submit]) {
        const reply = await ask(baseUrl);
        expect([reply.status, await reply.json()]).toEqual([500, { detail: 'internal_error' }]);
      }
      const change = expect.objectContaining({ hint: expect.stringContaining('mount Dialproof before it') });
      expect(told).toEqual([change, change]);
    });

    it('takes an upload that the host has read as bytes', async () => {
      const baseUrl = await serve(express().use(express.raw({ type: '*/*' }), verificationRouter(options)));
      const reply = await submit(baseUrl);
      expect([reply.status, await reply.json()]).toEqual([
        202,
        { task_id: 'task-1', total: 19, status: 'queued' },
      ]);
    });

    it('reads an upload past parsers of the host that are for something else', async () => {
      const parsers = [
        express.json(),
        express.urlencoded({ extended: false }),
        express.text(),
        express.raw(),
      ];
      const baseUrl = await serve(express().use(parsers, verificationRouter(options)));
      expect((await submit(baseUrl)).status).toBe(202);
      expect((await verify(baseUrl)).status).toBe(200);
    });

    it.each([true, false])(
      'refuses a form in place of JSON, which the host has read (extended: %s)',
      async (extended) => {
        const baseUrl = await serve(
          express().use(express.urlencoded({ extended }), verificationRouter(options)),
        );
        const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
        const [status, text] = await post(baseUrl, { headers, body: 'phone=%2B14155552671' });
        expect([status, JSON.parse(text)]).toMatchObject([415, { detail: 'unsupported_media_type' }]);
      },
    );

    it.each<[string, express.RequestHandler]>([
      ['nothing', (request, _response, next) => void request.resume().on('end', () => next())],
      // Bytes that are no text are lost in it.
      ['text', express.text({ type: '*/*' })],
    ])('reports the remedy to the host when a parser has left %s of the upload', async (_what, parser) => {
      const app = express().use(parser);
      const errors: unknown[] = [];
      const onError = (error: unknown) => void errors.push(error);
      const baseUrl = await serve(app.use(verificationRouter({ ...options, onError })));
      const reply = await submit(baseUrl);
      expect(reply.status).toBe(500);
      expect(await reply.json()).toEqual({ detail: 'internal_error' });
      const hint = expect.stringContaining('mount Dialproof before it');
      expect(errors).toEqual([expect.objectContaining({ hint })]);
    });

    it.each([
      ['broken JSON', '{"phone":', {}, 400, 'malformed_request'],
      ['no object', '7', {}, 400, 'malformed_request'],
      ['nothing', '', {}, 400, 'malformed_request'],
      [
        'more than the host takes',
        JSON.stringify({ phone: 'x'.repeat(3_000) }),
        {},
        413,
        'request_too_large',
      ],
      [
        'another charset',
        '{}',
        { 'content-type': 'application/json; charset=x' },
        415,
        'unsupported_media_type',
      ],
      ['no such compression', '{}', { 'content-encoding': 'x' }, 415, 'unsupported_media_type'],
      ['what cannot be unpacked', '{}', { 'content-encoding': 'gzip' }, 400, 'malformed_request'],
    ])('answers for %s, once it knows who asks', async (_what, body, changes, status, detail) => {
      const baseUrl = await serveBehind(express.json({ limit: 2_000 }));
      const known = await post(baseUrl, { headers: { authorization, ...changes }, body });
      expect([known[0], JSON.parse(known[1])]).toMatchObject([status, { detail }]);
      expect(await post(baseUrl, { headers: changes, body })).toEqual([
        401,
        '{"detail":"not_authenticated"}',
      ]);
    });

    it('answers for an upload beyond the limits of the host', async () => {
      const baseUrl = await serveBehind(express.raw({ type: '*/*', limit: 10 }));
      const reply = await submit(baseUrl);
      expect([reply.status, await reply.json()]).toMatchObject([413, { detail: 'request_too_large' }]);
    });

    it('refuses requests that the parser has refused, since no guard behind the parser has seen them', async () => {
      const baseUrl = await serveBehind(
        express.json(),
        (_request, response) => void response.sendStatus(429),
      );
      const headers = { authorization, 'content-type': 'application/json; charset=x' };
      const sound = JSON.stringify({ phone: '+14155552671' });
      expect((await post(baseUrl, { headers, body: sound }))[0]).toBe(415);
      // fetch sends no body with GET.
      const withLength = { ...headers, 'content-length': String(sound.length) };
      const status = await new Promise((resolve, reject) => {
        const asked = request(`${baseUrl}/v1/credits`, { method: 'GET', headers: withLength }, (reply) => {
          resolve(reply.resume().statusCode);
        });
        asked.on('error', reject).end(sound);
      });
      expect(status).toBe(415);
    });

    it('has its own limit although the host takes more', async () => {
      const baseUrl = await serveBehind(express.json());
      const [status, text] = await post(baseUrl, { body: JSON.stringify({ phone: 'x'.repeat(70_000) }) });
      expect([status, JSON.parse(text)]).toMatchObject([413, { detail: 'request_too_large' }]);
    });

    it.each([
      ['an object', express.json()],
      ['text', express.text({ type: '*/*' })],
      ['bytes', express.raw({ type: '*/*' })],
    ])('has its own limit for %s without a length', async (_what, parser) => {
      const baseUrl = await serve(express().use(parser, verificationRouter(options)));
      const body = new Blob([JSON.stringify({ phone: 'x'.repeat(70_000) })]).stream();
      const headers = { authorization, 'content-type': 'application/json' };
      const init = { method: 'POST', headers, body, duplex: 'half' } as const;
      const reply = await fetch(`${baseUrl}/v1/verify`, init);
      expect([reply.status, await reply.json()]).toMatchObject([413, { detail: 'request_too_large' }]);
    });

    it("leaves the host its errors: those of other paths, and those that are no parser's", async () => {
      const verifyBody = () => {
        throw new Error('the signature is wrong');
      };
      const behindParser = await serveBehind(express.json());
      const behindSignature = await serveBehind(express.json({ verify: verifyBody }));
      const behindGuard = await serveBehind((_request, _response, next) =>
        next(new Error('the guard is down')),
      );
      expect((await post(behindParser, { path: '/v1/orders', body: '{' }))[1]).toMatch(/^the host: .*JSON/);
      expect(await post(behindSignature, { body: '{}' })).toEqual([403, 'the host: the signature is wrong']);
      expect(await post(behindGuard, { body: '{}' })).toEqual([500, 'the host: the guard is down']);
    });
  },
);
