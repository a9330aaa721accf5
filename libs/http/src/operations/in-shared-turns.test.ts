import { accountId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import type { HttpReply } from '../message/http-message.js';
import { SharedTurns } from '../message/shared-turns.js';
import { inSharedTurns } from './in-shared-turns.js';
import type { ItemCall } from './operation.js';

const REPLY: HttpReply = { status: 200, headers: {}, body: '' };

/** The only parts of a call that a handler in turns uses. */
function callOf(account: string, signal = new AbortController().signal): ItemCall {
  return { accountId: accountId(account), request: { signal } } as ItemCall;
}

describe('inSharedTurns', () => {
  it('begins the calls of accounts one after another, whatever their order', async () => {
    const begun: string[] = [];
    const handler = inSharedTurns(new SharedTurns(), async (call) => {
      begun.push(call.accountId);
      return REPLY;
    });
    await Promise.all(['alice', 'alice', 'alice', 'bob'].map((account) => handler(callOf(account))));
    expect(begun).toEqual(['alice', 'bob', 'alice', 'alice']);
  });

  it('begins nothing for a client that has gone meanwhile', async () => {
    let begun = 0;
    const handler = inSharedTurns(new SharedTurns(), async () => {
      begun += 1;
      return REPLY;
    });
    const client = new AbortController();
    const reply = handler(callOf('alice', client.signal));
    client.abort();
    await expect(reply).rejects.toBe(client.signal.reason);
    expect(begun).toBe(0);
  });
});
