import assert from 'node:assert/strict';
import { createFetchHandler, createHttpContract } from '@dialproof/http';
import { answerNodeRequest } from '@dialproof/http/adapter';
import { Hono } from 'hono';
import { memoryParts } from './memory-parts.js';
import { verifyWith } from './verify-over-http.js';

async function main(): Promise<void> {
  const { service, authenticator } = await memoryParts();
  const contract = createHttpContract({ service, authenticator });
  await verifyWith((request, response) => {
    if (!answerNodeRequest(contract, request, response)) response.writeHead(404).end();
  });
  const app = new Hono().mount('/phones', createFetchHandler({ service, authenticator }));
  assert.equal((await app.request('/phones/v1/verify', { method: 'POST' })).status, 401);
  console.log('http was used');
}

main();
