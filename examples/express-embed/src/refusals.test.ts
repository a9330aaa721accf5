import { listenLocally } from '@dialproof/testkit';
import express from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { answerErrors } from './refusals.js';

async function failing(error: unknown) {
  const logged: unknown[] = [];
  const app = express().use(express.json({ limit: 100 }), () => Promise.reject(error));
  const { baseUrl, close } = await listenLocally(app.use(answerErrors((cause) => void logged.push(cause))));
  onTestFinished(close);
  return { baseUrl, logged };
}

it('the host says nothing of what nobody expected but to its log', async () => {
  const error = Object.assign(new Error('the password of the database is hunter2'), { status: 418 });
  const { baseUrl, logged } = await failing(error);
  const reply = await fetch(baseUrl);
  expect([reply.status, await reply.json()]).toEqual([
    500,
    { error: { code: 'internal_error', message: 'Something went wrong on our side.' } },
  ]);
  expect(logged).toEqual([error]);
});

it.each([
  ['broken', '{"email":', 400],
  ['too large', JSON.stringify({ email: 'x'.repeat(200) }), 413],
])('the host refuses a body that is %s', async (_what, body, status) => {
  const { baseUrl, logged } = await failing(new Error('not reached'));
  const reply = await fetch(baseUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect([reply.status, await reply.json()]).toMatchObject([status, { error: { code: 'unreadable_body' } }]);
  expect(logged).toEqual([]);
});
