import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import {
  type Authenticator,
  accountId,
  byteStream,
  type E164,
  emptySummary,
  type Task,
  taskId,
  type VerificationService,
} from '@dialproof/core';
import { onTestFinished } from 'vitest';

/** Knows the token `good`, and the user `ann` that a host has put on the request. */
export const authenticator: Authenticator = {
  async authenticate({ token, request }) {
    const user: unknown = Reflect.get(Object(request), 'user');
    if (token !== 'good' && user !== 'ann') return undefined;
    return { accountId: accountId('acme'), suspended: false };
  },
};

/** Serves an application, or another listener, until the test is over. Gives its address. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  // A TCP server's address is an object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const task: Task = {
  taskId: taskId('task-1'),
  accountId: accountId('acme'),
  status: 'queued',
  total: 1,
  processed: 0,
  summary: emptySummary(),
  sources: {},
  checksFailed: 0,
  createdAt: 0,
  startedAt: null,
  finishedAt: null,
  failureReason: null,
  waiting: null,
  credits: { held: 1, charged: 0 },
  file: {
    name: 'customers.csv',
    type: 'csv',
    sheet: null,
    encoding: 'utf-8',
    phoneColumn: { index: 0, name: 'phone' },
    notes: [],
    rowBlocks: 1,
    numbersPerChunk: 250,
  },
};

const neverCalled = (): never => {
  throw new TypeError('not expected to be called');
};

/** Answers a check with the raw phone, and an upload with a task whose total is the number of bytes of the file. */
export const service: VerificationService = {
  supports: {
    list: false,
    rows: false,
    changes: false,
    remove: false,
    creditEntries: false,
    dailyCaps: false,
  },
  replays: null,
  verify: async ({ phone }) => ({ phone: phone as E164, status: 'dead', checkedAt: 0 }),
  async submit({ content }) {
    let total = 0;
    for await (const chunk of byteStream(content)) total += chunk.length;
    return { ...task, total };
  },
  task: async () => task,
  results: async () => ({
    task,
    version: 'v1',
    rows: 1,
    changes: 1,
    content: Readable.from([Buffer.from('phone,'), Buffer.from('status')]),
  }),
  balance: async () => ({ available: 7, held: 1 }),
  checkerOutage: neverCalled,
  preview: neverCalled,
  uploadTurn: neverCalled,
  creditEntries: neverCalled,
  list: neverCalled,
  rows: neverCalled,
  changes: neverCalled,
  remove: neverCalled,
  cancel: neverCalled,
  suspendAccount: neverCalled,
  reinstateAccount: neverCalled,
  retry: neverCalled,
  watch: neverCalled,
  work: neverCalled,
  start: neverCalled,
  close: neverCalled,
};
export const options = { service, authenticator };
export const authorization = 'Bearer good';

export function verify(baseUrl: string): Promise<Response> {
  return fetch(`${baseUrl}/v1/verify`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '+14155552671' }),
  });
}

export function submit(baseUrl: string): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob(['phone\n+14155552671\n']), 'customers.csv');
  return fetch(`${baseUrl}/v1/verify/batch`, { method: 'POST', headers: { authorization }, body });
}
