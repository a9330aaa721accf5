import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import {
  type Authenticator,
  accountId,
  type E164,
  emptySummary,
  type Task,
  taskId,
  type VerificationService,
} from '@dialproof/core';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import { verificationRouter } from './verification-router.js';

const authenticator: Authenticator = {
  async authenticate({ token, request }) {
    const user: unknown = Reflect.get(Object(request), 'user');
    if (token !== 'good' && user !== 'ann') return undefined;
    return { accountId: accountId('acme'), suspended: false };
  },
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(app: express.Express): Promise<string> {
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  // A TCP server's address is an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const task: Task = {
  taskId: taskId('task-1'),
  accountId: accountId('acme'),
  status: 'queued',
  total: 1,
  processed: 0,
  summary: emptySummary(),
  createdAt: 0,
  startedAt: null,
  finishedAt: null,
  failureReason: null,
  credits: { held: 1, charged: 0 },
  file: {
    name: 'customers.csv',
    type: 'csv',
    columns: ['phone'],
    phoneColumn: { index: 0, name: 'phone' },
    rowBlocks: 1,
  },
};

const neverCalled = (): never => {
  throw new TypeError('not expected to be called');
};

/** Answers what it is told to keep apart: the phone as it came, and in a task's total the bytes of the file. */
const service: VerificationService = {
  verify: async ({ phone }) => ({ phone: phone as E164, status: 'dead', checkedAt: 0 }),
  async submit({ content }) {
    let total = 0;
    for await (const chunk of content) total += chunk.length;
    return { ...task, total };
  },
  task: async () => task,
  results: async () => ({ task, content: Readable.from([Buffer.from('phone,'), Buffer.from('status')]) }),
  balance: async () => ({ available: 7, held: 1 }),
  watch: neverCalled,
  work: neverCalled,
  start: neverCalled,
  close: neverCalled,
};
const options = { service, authenticator };
const authorization = 'Bearer good';

function verify(baseUrl: string): Promise<Response> {
  return fetch(`${baseUrl}/v1/verify`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '+14155552671' }),
  });
}

function submit(baseUrl: string): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob(['phone\n+14155552671\n']), 'customers.csv');
  return fetch(`${baseUrl}/v1/verify/batch`, { method: 'POST', headers: { authorization }, body });
}

describe('verificationRouter', () => {
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

  it("lets the host's own middleware say who it is", async () => {
    const app = express();
    app.use((request, _response, next) => {
      Object.assign(request, { user: 'ann' });
      next();
    });
    const baseUrl = await serve(app.use(verificationRouter(options)));
    expect((await fetch(`${baseUrl}/v1/credits`)).status).toBe(200);
  });

  it.each([
    ['an object', express.json()],
    ['text', express.text({ type: '*/*' })],
    ['bytes', express.raw({ type: '*/*' })],
  ])('takes a body that the host has read as %s', async (_what, parser) => {
    const baseUrl = await serve(express().use(parser, verificationRouter(options)));
    expect((await verify(baseUrl)).status).toBe(200);
  });

  it('takes an upload that the host has read as bytes', async () => {
    const baseUrl = await serve(express().use(express.raw({ type: '*/*' }), verificationRouter(options)));
    const reply = await submit(baseUrl);
    expect([reply.status, await reply.json()]).toEqual([
      202,
      { task_id: 'task-1', total: 19, status: 'queued' },
    ]);
  });

  it('reads an upload past a JSON parser of the host', async () => {
    const baseUrl = await serve(express().use(express.json(), verificationRouter(options)));
    expect((await submit(baseUrl)).status).toBe(202);
  });

  it('says what to change when the host has used the upload up', async () => {
    const app = express();
    app.use((request, _response, next) => void request.resume().on('end', () => next()));
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const baseUrl = await serve(app.use(verificationRouter({ ...options, onError })));
    const reply = await submit(baseUrl);
    expect(reply.status).toBe(500);
    expect(await reply.json()).toEqual({
      detail: 'internal_error',
      hint: expect.stringContaining('mount Dialproof before it'),
    });
    expect(errors).toHaveLength(1);
  });

  it('refuses bad options where it is made', () => {
    // What a caller without types may pass.
    const bad = { service: {}, authenticator } as unknown as typeof options;
    expect(() => verificationRouter(bad)).toThrow(TypeError);
  });
});
