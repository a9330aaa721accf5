import { once } from 'node:events';
import type { AccountId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-server.fixture.js';
import {
  authenticator,
  authorization,
  options,
  serve,
  service,
  submit,
  task,
  verify,
} from './fake-host.fixture.js';
import { verificationRouter } from './verification-router.js';

describe.each(EXPRESS_MAJORS)('verificationRouter on Express $major', ({ express }) => {
  it('serves every operation below its mount', async () => {
    const baseUrl = await serve(express().use('/api', verificationRouter(options)));
    const get = (path: string) => fetch(`${baseUrl}/api${path}`, { headers: { authorization } });

    expect(await (await verify(`${baseUrl}/api`)).json()).toEqual({
      phone: '+14155552671',
      status: 'dead',
      checked_at: '1970-01-01T00:00:00.000Z',
    });
    expect(await (await submit(`${baseUrl}/api`)).json()).toEqual({
      task_id: 'task-1',
      total: 19,
      status: 'queued',
    });
    expect(await (await get('/v1/verify/tasks/task-1')).json()).toMatchObject({ file_name: 'customers.csv' });
    expect(await (await get('/v1/verify/tasks/task-1/download')).text()).toBe('phone,status');
    expect(await (await get('/v1/credits')).json()).toEqual({ available: 7, held: 1 });
  });

  it('answers at both forms of the address when it is mounted at /v1 and at /', async () => {
    const router = verificationRouter(options);
    const baseUrl = await serve(express().use('/v1', router).use(router));
    expect((await verify(baseUrl)).status).toBe(200);
    expect((await verify(`${baseUrl}/v1`)).status).toBe(200);
  });

  it("leaves the host's other routes alone", async () => {
    const app = express().use(verificationRouter(options));
    app.get('/v1/orders', (_request, response) => void response.send('orders'));
    const baseUrl = await serve(app);
    expect(await (await fetch(`${baseUrl}/v1/orders`)).text()).toBe('orders');
    expect((await fetch(`${baseUrl}/v1/accounts`, { method: 'POST' })).status).toBe(404);
  });

  it.each([undefined, null, '', Number.NaN, {}, ['acme']])(
    'never takes %o for an account, and reports it to the host',
    async (accountId) => {
      const told: unknown[] = [];
      const baseUrl = await serve(
        express().use(
          verificationRouter({
            service,
            // The types forbid it, which hosts in JavaScript do not notice.
            authenticator: {
              authenticate: async () => ({ accountId: accountId as AccountId, suspended: false }),
            },
            onError: (error) => void told.push(error),
          }),
        ),
      );
      const reply = await fetch(`${baseUrl}/v1/credits`);
      expect([reply.status, await reply.text()]).toEqual([500, '{"detail":"internal_error"}']);
      expect(told).toEqual([expect.any(TypeError)]);
    },
  );

  it("takes the host's number for an account as its decimal text", async () => {
    const asked: unknown[] = [];
    const balance = async (account: AccountId) => {
      asked.push(account);
      return { available: 7, held: 1 };
    };
    // As above: a number, although the types require the result of accountId().
    const numbered = {
      authenticate: async () => ({ accountId: 42 as unknown as AccountId, suspended: false }),
    };
    const router = verificationRouter({ service: { ...service, balance }, authenticator: numbered });
    expect((await fetch(`${await serve(express().use(router))}/v1/credits`)).status).toBe(200);
    expect(asked).toEqual(['42']);
  });

  it("lets the host's own middleware say who it is", async () => {
    const app = express();
    app.use((request, _response, next) => {
      Object.assign(request, { user: 'ann' });
      next();
    });
    const baseUrl = await serve(app.use(verificationRouter(options)));
    expect((await fetch(`${baseUrl}/v1/credits`)).status).toBe(200);
  });

  it('ends the open event streams when it is closed, and answers everything else', async () => {
    const router = verificationRouter({
      ...options,
      service: {
        ...service,
        /** Yields the present task, and then nothing more. */
        async *watch({ signal = new AbortController().signal }) {
          yield task;
          await once(signal, 'abort');
        },
      },
    });
    const baseUrl = await serve(express().use(router));
    const follow = () => fetch(`${baseUrl}/v1/verify/tasks/task-1/events`, { headers: { authorization } });
    const events = await follow();
    router.close();
    router.close();
    expect(await events.text()).toMatch(/^retry: 2000\n\n/);
    expect((await follow()).status).toBe(503);
    expect((await verify(baseUrl)).status).toBe(200);
  });

  it('refuses bad options when it is created', () => {
    // A caller without types may pass this.
    const bad = { service: {}, authenticator } as unknown as typeof options;
    expect(() => verificationRouter(bad)).toThrow(TypeError);
  });
});
