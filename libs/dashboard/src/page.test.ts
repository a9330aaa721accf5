import { gunzipSync } from 'node:zlib';
import { listenLocally } from '@dialproof/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DashboardOptions, LANGUAGES } from './dashboard-options.js';
import { dashboardFetchHandler, dashboardHandler } from './mounts.js';
import { createPage, type PageReply } from './page.js';

const MOST_BYTES = 60_000;

function ask(path: string, headers: Readonly<Record<string, string>> = {}, options: DashboardOptions = {}) {
  const request = { method: 'GET', path, url: path, header: (name: string) => headers[name] };
  return createPage(options)(request);
}

function page(options: DashboardOptions = {}): PageReply {
  const reply = ask('/', {}, options);
  if (reply === undefined) throw new Error('there is no page');
  return reply;
}

/** The addresses of the files that the page loads. */
function assets(): string[] {
  return [
    ...page()
      .body.toString()
      .matchAll(/(?:src|href)="\.\/([^"]+)"/g),
  ].map(([, path = '']) => path);
}

/** The addresses of the texts in each language, of which the page loads one. */
function translations(): string[] {
  const script = assets().find((path) => path.endsWith('.js'));
  const text = ask(`/${script}`)?.body.toString() ?? '';
  return [...text.matchAll(/import\(.\.\/([\w-]+\.js)/g)].map(([, name]) => `assets/${name}`);
}

function packedBytes(path: string): number {
  return ask(`/${path}`, { 'accept-encoding': 'gzip' })?.body.length ?? Number.NaN;
}

describe('the page', () => {
  it('is smaller than 60 kB, packed, with everything that it loads', () => {
    expect(assets().map((path) => path.replace(/.*\./, ''))).toEqual(['svg', 'js', 'js', 'css']);
    expect(translations()).toHaveLength(LANGUAGES.length);
    const sizes = ['', ...assets()].map(packedBytes);
    const longest = Math.max(...translations().map(packedBytes));
    expect(sizes.reduce((sum, size) => sum + size, longest)).toBeLessThan(MOST_BYTES);
  });

  it('requests the texts of a language beside its script', () => {
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(page().body.toString()) ?? [];
    const [, files = ''] = /const files = (.*);/.exec(script) ?? [];
    expect(Object.keys(JSON.parse(files)).sort()).toEqual([...LANGUAGES].sort());
    expect(Object.values(JSON.parse(files)).sort()).toEqual(
      translations()
        .map((path) => `./${path}`)
        .sort(),
    );
  });

  it('names no other host', () => {
    for (const path of ['', ...assets(), ...translations()]) {
      const text = ask(`/${path}`)?.body.toString() ?? '';
      const addresses = text.match(/(?:https?:)?\/\/[a-z0-9-]+\.[a-z]{2,}/gi) ?? [];
      // Names of XML, which are never requested, and the licence of the bundled code.
      const others = addresses.filter((found) => !/www\.w3\.org/.test(found));
      expect([path, others]).toEqual([path, []]);
    }
  });

  it('may load its own files and ask its own server, and nothing else', () => {
    const { headers } = page();
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self' 'sha256-[\w+/=]+'; style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
    );
    const elsewhere = page({ api: 'https://api.example.com/phones' }).headers['content-security-policy'];
    expect(elsewhere).toContain("connect-src 'self' https://api.example.com;");
  });

  it('is asked for each time, and its files once', () => {
    const reply = page();
    expect(reply.headers['cache-control']).toBe('no-cache');
    const again = ask('/', { 'if-none-match': `"other", W/${reply.headers['etag']}` });
    expect([again?.status, again?.body.length, again?.headers['etag']]).toEqual([
      304,
      0,
      reply.headers['etag'],
    ]);
    for (const path of assets()) {
      expect(path).toMatch(/-[\w-]{8}\.\w+$/);
      expect(ask(`/${path}`)?.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
  });

  it.each([
    ['gzip', true],
    ['br, gzip;q=0.5', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip;q=0.0, identity', false],
    ['identity', false],
    ['', false],
  ])('is compressed for clients that accept %s: %s', (accepted, isPacked) => {
    const reply = ask('/', { 'accept-encoding': accepted });
    expect(reply?.headers['content-encoding']).toBe(isPacked ? 'gzip' : undefined);
    expect(reply?.headers['vary']).toBe('accept-encoding');
    if (isPacked) expect(gunzipSync(reply?.body ?? '').equals(page().body)).toBe(true);
  });

  it('holds its settings as text that ends no attribute', () => {
    const html = page({ title: '"><script>alert(1)</script>&', language: 'de' }).body.toString();
    expect(html).not.toContain('<script>alert');
    expect(html).toContain(
      '&#34;title&#34;:&#34;\\&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#38;&#34;',
    );
  });

  it.each([
    '/assets',
    '/assets/',
    '/assets/../index.html',
    '/index.html',
    '/v1/verify',
    '//',
    '/assets/a.js',
  ])('leaves %s to the host', (path) => {
    expect(ask(path)).toBeUndefined();
  });

  it('is at its base path, with and without the slash', () => {
    const options = { basePath: '/a/b' };
    expect(ask('/a/b/', {}, options)?.status).toBe(200);
    expect(ask('/a/b', {}, options)).toMatchObject({ status: 307, headers: { location: './b/' } });
    for (const path of ['/', '/a', '/a/bc', '/a/b/c']) expect(ask(path, {}, options)).toBeUndefined();
    for (const path of assets()) expect(ask(`/a/b/${path}`, {}, options)?.status).toBe(200);
  });

  it.each<[DashboardOptions]>([
    [{ api: 'ftp://api.example.com' }],
    [{ api: '../phones?a=b' }],
    [{ api: 'https://api.example.com', signIn: 'cookie' }],
    [{ basePath: 'dashboard' }],
    [{ basePath: '/dashboard/' }],
    [{ signInUrl: 'javascript:alert(1)' }],
    [{ title: 7 as unknown as string }],
    [{ language: 'xx' as 'en' }],
    [{ signIn: 'basic' as 'token' }],
  ])('refuses %o', (options) => {
    expect(() => createPage(options)).toThrow(TypeError);
  });
});

describe('dashboardHandler', () => {
  it('answers the paths of the page, and leaves the rest to the host', async () => {
    const handler = dashboardHandler();
    const mount = await listenLocally(handler);
    onTestFinished(() => mount.close());
    const reply = await fetch(`${mount.baseUrl}/?a=b`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await reply.arrayBuffer()).byteLength).toBe(page().body.length);
    const head = await fetch(mount.baseUrl, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
    expect(head.headers.get('content-length')).toBe(String(page().body.length));
    const redirected = await fetch(`${mount.baseUrl}/?a=b/c`);
    expect([redirected.status, redirected.redirected]).toEqual([200, false]);
    const posted = await fetch(mount.baseUrl, { method: 'POST', body: 'text' });
    expect([posted.status, await posted.json()]).toEqual([404, { detail: 'not_found' }]);
  });
});

describe('dashboardHandler, behind middleware that sets headers for the pages of its host,', () => {
  it('sends its own policy', async () => {
    const handler = dashboardHandler();
    const mount = await listenLocally((request, response) => {
      response.setHeader('Content-Security-Policy', "script-src 'none'");
      handler(request, response);
    });
    onTestFinished(() => mount.close());
    const reply = await fetch(mount.baseUrl);
    expect(reply.headers.get('content-security-policy')).toBe(page().headers['content-security-policy']);
    await reply.arrayBuffer();
  });
});

describe('dashboardFetchHandler', () => {
  it('answers the paths of the page, and 404 for the rest', async () => {
    const handler = dashboardFetchHandler({ basePath: '/tool' });
    const redirect = handler(new Request('http://host.example/tool?a=b'));
    expect([redirect.status, redirect.headers.get('location')]).toEqual([307, './tool/?a=b']);
    const reply = handler(new Request('http://host.example/tool/'));
    expect([reply.status, (await reply.text()).length > 0]).toEqual([200, true]);
    const headers = { 'if-none-match': reply.headers.get('etag') ?? '' };
    expect(handler(new Request('http://host.example/tool/', { headers })).status).toBe(304);
    expect(handler(new Request('http://host.example/')).status).toBe(404);
  });
});
