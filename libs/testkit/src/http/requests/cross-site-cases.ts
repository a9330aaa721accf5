import assert from 'node:assert/strict';
import { get, type OutgoingHttpHeaders } from 'node:http';
import { type DefineCase, skipCase } from '../../runner/test-runner.js';
import { type Api, openApi } from '../server/api.js';
import { expectError, expectJson } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

type SentHeaders = Readonly<Record<string, string>>;

interface Visit {
  readonly api: Api;
  /** Sends a request that the cookie of the account signs in, with the headers that a browser adds. */
  ask(path: string, headers: SentHeaders, init?: RequestInit): Promise<Response>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const OPERATIONS = [
  ['GET', '/v1/credits'],
  ['HEAD', '/v1/credits'],
  ['GET', '/v1/verify/tasks/7f1e'],
  ['GET', '/v1/verify/tasks/7f1e/download'],
  ['GET', '/v1/verify/tasks/7f1e/events'],
  ['POST', '/v1/verify'],
  ['POST', '/v1/verify/batch'],
  ['POST', '/v1/verify/tasks/7f1e/cancel'],
] as const;

const OTHER_PAGES: readonly SentHeaders[] = [
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'empty' },
  { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
  { origin: 'https://other.example' },
  { origin: 'null' },
];

/** Requests that the browser of a signed-in user sends for a page of another origin. */
export function crossSiteCases(define: DefineCase<MountedServer>): void {
  const it = (title: string, body: (visit: Visit, server: MountedServer) => Promise<void>) =>
    define(title, async (server) => {
      const { baseUrl, cookieOf } = server;
      if (cookieOf === undefined) skipCase('accounts sign in to this server by a token alone');
      const api = await openApi(server, { credits: 5 });
      const cookie = cookieOf(api.token);
      const ask: Visit['ask'] = (path, headers, init = {}) =>
        fetch(`${baseUrl}${path}`, { ...init, headers: { ...init.headers, ...headers, cookie } });
      await body({ api, ask }, server);
    });

  it('are refused by every operation before anything else', async ({ api, ask }) => {
    for (const headers of OTHER_PAGES) {
      for (const [method, path] of OPERATIONS) {
        const reply = await ask(path, headers, { method });
        await reply.arrayBuffer();
        assert.equal(reply.status, 403, `${method} ${path} with ${JSON.stringify(headers)}`);
      }
      const number = { method: 'POST', body: JSON.stringify({ phone: phone('dead') }), headers: JSON_TYPE };
      await expectError(await ask('/v1/verify', headers, number), 'cross_site_request');
      // No other page has a token.
      await expectJson(await api.request('/v1/credits', { headers }), 200);
    }
    assert.deepEqual({ ...(await api.balance()) }, { available: 5, held: 0 });
  });

  it('are those of the user if the page is of this origin, or if there is none', async ({ ask }, server) => {
    const own: readonly SentHeaders[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      { origin: new URL(server.baseUrl).origin },
      {},
    ];
    for (const headers of own) await expectJson(await ask('/v1/credits', headers), 200);
  });

  it('are those of the user also if a proxy writes the default port into Host', async ({ api }, server) => {
    const cookie = server.cookieOf?.(api.token);
    const statusOf = (origin: string, host: string) =>
      statusWithHost(`${server.baseUrl}/v1/credits`, { origin, host, cookie });
    assert.equal(await statusOf('https://phones.example', 'phones.example:443'), 200);
    assert.equal(await statusOf('http://phones.example', 'phones.example:80'), 200);
    assert.equal(await statusOf('https://phones.example', 'phones.example:8443'), 403);
  });

  it('are those of the user who follows a link, and not of a page that shows it', async ({ api, ask }) => {
    const taskId = await api.finished({ content: csv(['phone'], [phone('dead')]) });
    const path = `/v1/verify/tasks/${taskId}/download`;
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' };
    const followed = await ask(path, link);
    assert.deepEqual([followed.status, (await followed.text()).includes('dead')], [200, true]);
    await expectError(await ask(path, { ...link, 'sec-fetch-dest': 'iframe' }), 'cross_site_request');
    const form = { method: 'POST' };
    await expectError(await ask('/v1/verify/batch', link, form), 'cross_site_request');
  });
}

/** The status of a GET that names another host than its address, which `fetch` cannot do. */
function statusWithHost(url: string, headers: OutgoingHttpHeaders): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent: false }, (reply) => {
      reply.resume();
      reply.on('end', () => resolve(reply.statusCode));
    }).on('error', reject);
  });
}
