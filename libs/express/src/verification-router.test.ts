import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-server.fixture.js';
import { authenticator, authorization, options, serve, service, task, verify } from './fake-host.fixture.js';
import { verificationRouter } from './verification-router.js';

describe.each(EXPRESS_MAJORS)('verificationRouter on Express $major', ({ express }) => {
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
