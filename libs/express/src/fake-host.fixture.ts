import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { type Authenticator, accountId, byteStream, type E164, taskId } from '@dialproof/core';
import { onTestFinished } from 'vitest';
import { queuedTask, serviceWith } from '../../../tools/tests/fixtures/fake-service.fixture.js';

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

export const task = queuedTask({ taskId: taskId('task-1') });

/** Answers a check with the raw phone, and an upload with a task whose total is the number of bytes of the file. */
export const service = serviceWith({
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
});

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
