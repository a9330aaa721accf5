import { accountId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../message/http-message.js';
import { SharedTurns } from '../../message/shared-turns.js';
import { inSharedTurn } from './in-shared-turn.js';
import type { OperationParts } from './operation-parts.js';

/** The only parts of a call that a turn uses. */
function callOf(account: string, turns: SharedTurns, signal = new AbortController().signal) {
  return {
    accountId: accountId(account),
    request: { signal } as HttpRequest,
    parts: { turns } as OperationParts,
  };
}

describe('inSharedTurn', () => {
  it('begins the calls of accounts one after another, whatever their order', async () => {
    const turns = new SharedTurns();
    const begun: string[] = [];
    await Promise.all(
      ['alice', 'alice', 'alice', 'bob'].map((account) =>
        inSharedTurn(callOf(account, turns), async () => begun.push(account)),
      ),
    );
    expect(begun).toEqual(['alice', 'bob', 'alice', 'alice']);
  });

  it('begins nothing for a client that has gone meanwhile', async () => {
    let begun = 0;
    const client = new AbortController();
    const reply = inSharedTurn(callOf('alice', new SharedTurns(), client.signal), async () => {
      begun += 1;
    });
    client.abort();
    await expect(reply).rejects.toBe(client.signal.reason);
    expect(begun).toBe(0);
  });
});
