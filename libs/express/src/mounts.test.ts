import { type RequestListener, request } from 'node:http';
import { accountId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-server.fixture.js';
import {
  authenticator,
  authorization,
  options,
  serve,
  service,
  submit,
  verify,
} from './fake-host.fixture.js';
import { verificationRouter } from './verification-router.js';

/** A proxy in front of an application, which asks it for another path. */
function proxy(target: string, pathFor: (path: string) => string): RequestListener {
  return (incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const forwarded = request(`${target}${pathFor(url)}`, { method, headers }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  };
}

/** Asks for something with each kind of body. */
async function expectServed(baseUrl: string): Promise<void> {
  expect((await verify(baseUrl)).status).toBe(200);
  expect((await submit(baseUrl)).status).toBe(202);
  const reply = await fetch(`${baseUrl}/v1/credits?of=me`, { headers: { authorization } });
  expect([reply.status, await reply.json()]).toEqual([200, { available: 7, held: 1 }]);
}

describe.each(EXPRESS_MAJORS)('a mount of verificationRouter on Express $major', ({ express }) => {
  it('may be at two paths', async () => {
    const router = verificationRouter(options);
    const baseUrl = await serve(express().use(['/phones', '/numbers'], router));
    await expectServed(`${baseUrl}/phones`);
    await expectServed(`${baseUrl}/numbers`);
    expect((await verify(baseUrl)).status).toBe(404);
  });

  it('may be in a router within a router', async () => {
    const inner = express.Router().use('/phones', verificationRouter(options));
    const baseUrl = await serve(express().use('/api', express.Router().use('/v2', inner)));
    await expectServed(`${baseUrl}/api/v2/phones`);
  });

  it('may be in an application within an application', async () => {
    const inner = express().use(verificationRouter(options));
    await expectServed(`${await serve(express().use('/phones', inner))}/phones`);
  });

  it('is found in any case of letters, as mounts of Express are, but the paths below it are not', async () => {
    const baseUrl = await serve(express().use('/phones', verificationRouter(options)));
    await expectServed(`${baseUrl}/PHONES`);
    const reply = await fetch(`${baseUrl}/phones/V1/credits`, { headers: { authorization } });
    expect(reply.status).toBe(404);
  });

  it('may have parameters, which the authenticator sees', async () => {
    const byTenant = {
      async authenticate({ request: seen }: { readonly request: unknown }) {
        const params: unknown = Reflect.get(Object(seen), 'params');
        const tenant: unknown = Reflect.get(Object(params), 'tenant');
        return tenant === 'acme' ? { accountId: accountId('acme'), suspended: false } : undefined;
      },
    };
    const router = verificationRouter({ service, authenticator: byTenant });
    const merging = express.Router({ mergeParams: true }).use('/phones', router);
    const app = express().use('/direct/:tenant', router).use('/nested/:tenant', merging);
    const baseUrl = await serve(app);
    await expectServed(`${baseUrl}/direct/acme`);
    await expectServed(`${baseUrl}/nested/acme/phones`);
    expect((await verify(`${baseUrl}/direct/other`)).status).toBe(401);
  });

  it.each<[string, string, (path: string) => string]>([
    ['takes the prefix off', '/', (path) => path.replace(/^\/public/, '')],
    ['leaves the prefix', '/public', (path) => path],
    ['puts another one there', '/internal', (path) => path.replace(/^\/public/, '/internal')],
  ])('may be behind a proxy that %s', async (_how, mount, pathFor) => {
    const target = await serve(express().use(mount, verificationRouter(options)));
    await expectServed(`${await serve(proxy(target, pathFor))}/public`);
  });

  it('may be before and after the routes of the host', async () => {
    const app = express();
    app.get('/v1/early', (_request, response) => void response.send('early'));
    app.use(verificationRouter({ service, authenticator }));
    app.get('/v1/late', (_request, response) => void response.send('late'));
    app.use((_request, response) => void response.status(404).send('nothing of ours'));
    const baseUrl = await serve(app);
    await expectServed(baseUrl);
    const text = async (path: string) => (await fetch(`${baseUrl}${path}`)).text();
    expect(await text('/v1/early')).toBe('early');
    expect(await text('/v1/late')).toBe('late');
    expect(await text('/v1/other')).toBe('nothing of ours');
  });
});
