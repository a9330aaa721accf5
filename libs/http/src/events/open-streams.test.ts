import { accountId } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { OpenStreams } from './open-streams.js';

const [ALICE, BOB] = [accountId('alice'), accountId('bob')];

describe('OpenStreams', () => {
  it('gives an account as many places as it may have, and others theirs', () => {
    const streams = new OpenStreams({ maxStreams: 10, maxStreamsPerAccount: 2 });
    streams.enter(ALICE);
    const leave = streams.enter(ALICE);
    expect(() => streams.enter(ALICE)).toThrow(
      expect.objectContaining({ code: 'too_many_requests', retryAfterMs: 5_000 }),
    );
    streams.enter(BOB);
    leave();
    leave();
    streams.enter(ALICE);
    expect(() => streams.enter(ALICE)).toThrow(expect.objectContaining({ code: 'too_many_requests' }));
  });

  it('gives no more places than there are in all', () => {
    const streams = new OpenStreams({ maxStreams: 2, maxStreamsPerAccount: 2 });
    streams.enter(ALICE);
    const leave = streams.enter(ALICE);
    expect(() => streams.enter(BOB)).toThrow(
      expect.objectContaining({ code: 'overloaded', retryAfterMs: 5_000 }),
    );
    leave();
    streams.enter(BOB);
  });
});
