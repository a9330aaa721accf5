import { describe, expect, it } from 'vitest';
import { trialServer } from '../trial-server.fixture.js';

describe('the page of the API', () => {
  it('is found with and without the slash, and needs no other host', async () => {
    const server = await trialServer({});
    const reply = await fetch(`${server.origin}/docs`);
    expect([reply.status, reply.url]).toEqual([200, `${server.origin}/docs/`]);
    const page = await reply.text();
    expect(page).not.toMatch(/https?:\/\//);
    const policy = reply.headers.get('content-security-policy');
    for (const directive of ['default-src', 'object-src', 'base-uri', 'frame-ancestors']) {
      expect(policy).toContain(`${directive} 'none'`);
    }
    const names = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name);
    expect(names).toEqual(['favicon-32x32.png', 'swagger-ui.css', 'swagger-ui-bundle.js', 'start.js']);
    for (const name of names) {
      const file = await fetch(`${server.origin}/docs/${name}`);
      expect([name, file.status, (await file.arrayBuffer()).byteLength > 0]).toEqual([name, 200, true]);
      expect((await fetch(`${server.origin}/docs/${name}`, { method: 'HEAD' })).status).toBe(200);
    }
  });

  it('reads the description of this server', async () => {
    const server = await trialServer({});
    const start = await (await fetch(`${server.origin}/docs/start.js`)).text();
    const [, url = ''] = /url: '([^']+)'/.exec(start) ?? [];
    const reply = await fetch(new URL(url, `${server.origin}/docs/`));
    const document = Object(await reply.json());
    expect([document.openapi, Object.keys(document.paths)]).toEqual([
      '3.1.1',
      expect.arrayContaining(['/v1/verify', '/v1/verify/tasks', '/v1/accounts']),
    ]);
    expect(new URL(document.servers[0].url, reply.url).href).toBe(`${server.origin}/`);
  });

  it('gives nothing else', async () => {
    const server = await trialServer({});
    for (const path of [
      '/docs/package.json',
      '/docs/../package.json',
      '/docs/%2e%2e/package.json',
      '/docsx',
    ]) {
      expect([path, (await fetch(`${server.origin}${path}`)).status]).toEqual([path, 404]);
    }
  });
});
