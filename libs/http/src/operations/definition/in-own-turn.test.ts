import { expect, it } from 'vitest';
import type { HttpRequest } from '../../message/http-message.js';
import { OneATurn } from '../../message/one-a-turn.js';
import { inOwnTurn } from './in-own-turn.js';
import type { OperationParts } from './operation-parts.js';

it('begins nothing for a client that has gone meanwhile', async () => {
  let begun = 0;
  const client = new AbortController();
  // The only parts of a call that a turn uses.
  const request = { signal: client.signal } as HttpRequest;
  const parts = { turns: new OneATurn() } as OperationParts;
  const reply = inOwnTurn({ request, parts }, async () => {
    begun += 1;
  });
  client.abort();
  await expect(reply).rejects.toBe(client.signal.reason);
  expect(begun).toBe(0);
});
