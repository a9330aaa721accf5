import { type Authenticator, accountId, taskId } from '@dialproof/core';
import { type Context, Hono } from 'hono';
import { mount } from 'hono/mount';
import { describe, expect, it } from 'vitest';
import {
  bearer,
  queuedTask,
  serviceWith,
  tokens,
} from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { createHttpContract } from '../contract/contract.js';
import { createFetchHandler } from './fetch-handler.js';
import { answerFetchRequest } from './fetch-reply.js';

const asked: string[] = [];
const options = {
  service: serviceWith({
    balance: async () => ({ available: 7, held: 0 }),
    async task(request) {
      asked.push(request.taskId);
      return queuedTask();
    },
  }),
  authenticator: tokens,
};

const MOUNTS = [
  ['mount', (app: Hono) => app.mount('/phones', createFetchHandler(options))],
  ['the mount of hono/mount', (app: Hono) => app.all('/phones/*', mount(createFetchHandler(options)))],
  [
    'all',
    (app: Hono) =>
      app.all('/phones/*', (c) => createFetchHandler({ ...options, basePath: '/phones' })(c.req.raw)),
  ],
] as const;

describe.each(MOUNTS)('createFetchHandler below a path of a Hono application by %s', (_name, mountOn) => {
  const app = new Hono();
  app.get('/phones-of-ours', (c) => c.text('ours'));
  mountOn(app);
  app.get('/orders', (c) => c.text('orders'));
  app.notFound((c) => c.text('nobody', 404));

  const ask = async (path: string, init: RequestInit = {}) => {
    const reply = await app.request(path, { headers: bearer, ...init });
    return [reply.status, await reply.text()];
  };

  it("answers there, and leaves the host's other routes and its own 404 alone", async () => {
    expect(await ask('/phones/v1/credits')).toEqual([200, '{"available":7,"held":0}']);
    expect(await ask('/phones-of-ours')).toEqual([200, 'ours']);
    expect(await ask('/orders')).toEqual([200, 'orders']);
    expect(await ask('/v1/credits')).toEqual([404, 'nobody']);
    expect(await ask('/phones/v1/orders')).toEqual([404, '{"detail":"not_found"}']);
  });

  it.each(['a%2Fb', 'a%252Fb', 'a%20b', '%C3%A9', 'a%3Fb', 'a%25', 'a+b'])(
    'keeps the task %s as it was written',
    async (segment) => {
      expect((await ask(`/phones/v1/verify/tasks/${segment}`))[0]).toBe(200);
      expect(asked.at(-1)).toBe(taskId(decodeURIComponent(segment)));
    },
  );
});

describe('answerFetchRequest as a middleware of a Hono application', () => {
  interface Signed {
    readonly Variables: { user: string };
  }
  const authenticator: Authenticator = {
    async authenticate({ request }) {
      // This application hands its context on as `raw`.
      const user = (request as Context<Signed>).get('user');
      return { accountId: accountId(user), suspended: false };
    },
  };
  const contract = createHttpContract({ ...options, authenticator });
  const app = new Hono<Signed>();
  app.use(async (c, next) => {
    c.set('user', 'ann');
    await next();
    c.header('x-after', 'yes');
  });
  app.use(async (c, next) => (await answerFetchRequest(contract, c.req.raw, { raw: c })) ?? next());
  app.get('/v1/orders', (c) => c.text('orders'));

  it("lets the host's own middleware say who it is, and run after it", async () => {
    const reply = await app.request('/v1/credits');
    expect([reply.status, reply.headers.get('x-after')]).toEqual([200, 'yes']);
  });

  it("leaves every other path to the host, also what it doesn't know", async () => {
    expect(await (await app.request('/v1/orders')).text()).toBe('orders');
    const unknown = await app.request('/v1/nothing');
    expect([unknown.status, await unknown.text()]).toEqual([404, '404 Not Found']);
  });
});
