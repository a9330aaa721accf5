import { getEventListeners } from 'node:events';
import { accountId, systemClock } from '@dialproof/core';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { TrialTask } from '../fixtures/trial-task.fixture.js';
import type { Caller } from '../sign-in/bearer.js';
import { OpenStreams } from './open-streams.js';
import { SharedWatches } from './shared-watches.js';
import { type TaskEventStreamParts, taskEventStream } from './task-event-stream.js';

/** The caller of the streams. */
export const CALLER: Caller = {
  accountId: accountId('acme'),
  suspended: false,
  scopes: undefined,
  expiresAt: undefined,
  tokenId: null,
};

export const HEARTBEAT_MS = 15_000;

/** Lets the tests of a file decide when a timer of a stream is due. */
export function holdTimers(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
}

/** A reader of a stream of events. */
export interface Listener {
  readonly streams: OpenStreams;
  readonly client: AbortController;
  /** The next piece as text, undefined at the end. */
  piece(): Promise<string | undefined>;
  /** Leaves the stream, like a reader. */
  leave(): Promise<void>;
}

/** Begins to read the stream of a task. */
export function listen({ service, task }: TrialTask, over: Partial<TaskEventStreamParts> = {}): Listener {
  const [streams, client] = [
    new OpenStreams({ maxStreams: 10, maxStreamsPerAccount: 10 }),
    new AbortController(),
  ];
  const pieces = taskEventStream({
    watches: new SharedWatches(service),
    task,
    seenId: undefined,
    heartbeatMs: HEARTBEAT_MS,
    signal: client.signal,
    streams,
    access: { clock: systemClock, confirm: async () => CALLER, reportFailure: () => {} },
    ...over,
  })[Symbol.asyncIterator]();
  return {
    streams,
    client,
    async piece() {
      const { done, value } = await pieces.next();
      return done ? undefined : Buffer.from(value).toString();
    },
    async leave() {
      await pieces.return?.();
    },
  };
}

/** The id of a piece's event, or the piece itself if it is no event. */
export function idOf(piece: string | undefined): string | undefined {
  return piece === undefined ? undefined : (/^id: (.*)$/m.exec(piece)?.[1] ?? piece);
}

/** Expects that neither timers nor watches nor listeners are left. */
export function expectNothingLeft({ clock }: TrialTask, { client }: Listener): void {
  expect(vi.getTimerCount()).toBe(0);
  expect(clock.pending).toBe(0);
  expect(getEventListeners(client.signal, 'abort')).toEqual([]);
}
