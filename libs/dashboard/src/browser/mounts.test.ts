import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createFetchHandler, createNodeHandler } from '@dialproof/http';
import { listenLocally, type MemoryParts, type Mount, startMemoryServer } from '@dialproof/testkit';
import { type ServerType, serve } from '@hono/node-server';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { expect, it, onTestFinished } from 'vitest';
import { describeInChromium } from '../fixtures/chromium.fixture.js';
import { chooseFile, signIn, submitFile, waitForState } from '../fixtures/steps.fixture.js';
import { TrialHost } from '../fixtures/trial-host.fixture.js';
import { dashboardFetchHandler, dashboardHandler, dashboardPlugin } from '../mounts.js';

/** Mounts the API at /phones and the page at /tools/phones. */
type MountBoth = (parts: MemoryParts) => Promise<Mount>;

const OPTIONS = { api: '../../phones' };

@Module({})
class NestApplication {}

const MOUNTS: readonly (readonly [string, MountBoth])[] = [
  [
    'Express',
    (parts) => {
      const app = express();
      app.use('/phones', createNodeHandler(parts));
      app.use('/tools/phones', dashboardHandler(OPTIONS));
      return listenLocally(app);
    },
  ],
  ['Nest on Express', (parts) => mountInNest(new ExpressAdapter(), parts)],
  ['Nest on Fastify', (parts) => mountInNest(new FastifyAdapter(), parts)],
  [
    'Fastify',
    async (parts) => {
      const app = fastify();
      const api = createNodeHandler({ ...parts, basePath: '/phones' });
      app.addContentTypeParser('*', (_request, _body, done) => done(null));
      app.all('/phones/*', (request, reply) => {
        reply.hijack();
        api(request.raw, reply.raw);
      });
      app.register(dashboardPlugin, { prefix: '/tools/phones', ...OPTIONS });
      return { baseUrl: await app.listen({ host: '127.0.0.1', port: 0 }), close: () => app.close() };
    },
  ],
  [
    'Hono',
    async (parts) => {
      const app = new Hono();
      app.mount('/phones', createFetchHandler(parts));
      app.mount('/tools/phones', dashboardFetchHandler(OPTIONS));
      return mountOfHono(serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }));
    },
  ],
  [
    'node:http',
    (parts) => {
      const api = createNodeHandler({ ...parts, basePath: '/phones' });
      const page = dashboardHandler({ ...OPTIONS, basePath: '/tools/phones' });
      return listenLocally((request, response) => page(request, response, () => api(request, response)));
    },
  ],
];

async function mountInNest(adapter: ExpressAdapter | FastifyAdapter, parts: MemoryParts): Promise<Mount> {
  const app = await NestFactory.create(NestApplication, adapter, { logger: ['error'] });
  app.use('/phones', createNodeHandler(parts));
  app.use('/tools/phones', dashboardHandler(OPTIONS));
  await app.listen(0, '127.0.0.1');
  return { baseUrl: await app.getUrl(), close: () => app.close() };
}

async function mountOfHono(server: ServerType): Promise<Mount> {
  await once(server, 'listening');
  // A TCP server's address is an object.
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      if ('closeAllConnections' in server) server.closeAllConnections();
    });
  return { baseUrl: `http://127.0.0.1:${port}`, close };
}

describeInChromium('the page, mounted in', (browser) => {
  it.each(MOUNTS)('%s, finds its files and its API, with and without the slash', async (_name, mount) => {
    const server = await startMemoryServer(mount);
    onTestFinished(() => server.close());
    const { token } = await server.openAccount({ credits: 7, suspended: false });
    const page = await browser.open(`${server.baseUrl}/tools/phones#/credits`);
    await signIn(page, token);
    await page.getByRole('definition').getByText('7', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/tools/phones/');
  });

  it('another origin than its API, which lets it call', async () => {
    const server = await startMemoryServer((parts) =>
      listenLocally(createNodeHandler({ ...parts, cors: { origins: ['*'] } })),
    );
    onTestFinished(() => server.close());
    const { token } = await server.openAccount({ credits: 7, suspended: false });
    const host = await listenLocally(dashboardHandler({ api: server.baseUrl }));
    onTestFinished(() => host.close());
    const page = await browser.open(host.baseUrl);
    await signIn(page, token);
    await chooseFile(page);
    await submitFile(page);
    await waitForState(page, 'Verified');
  });

  it('a host that signs its users in by a cookie, asks for no token and accepts no forged request', async () => {
    const host = await TrialHost.start({ page: { signIn: 'cookie', signInUrl: '/login', title: 'Acme' } });
    host.knowsCaller = false;
    const page = await browser.open(`${host.origin}/`);
    await page.context().addCookies([{ name: 'session', value: '1', url: host.origin }]);
    await page.reload();
    await page.getByText('You are not signed in.').waitFor();
    expect(await page.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/login');
    host.knowsCaller = true;
    await page.getByRole('button', { name: 'I’ve signed in' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Credits' }).click();
    await page.getByRole('definition').getByText('1,000').waitFor();
    expect(await page.title()).toBe('Credits – Acme');
    const forged = await page.evaluate(
      `fetch('v1/verify', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"phone":"+14155550100"}' }).then(({ status }) => status)`,
    );
    expect(forged).toBe(401);
  });
});
