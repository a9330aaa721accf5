import { getEventListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { accountId, ManualClock } from '@dialproof/core';
import { expect } from 'vitest';
import type { TrialTask } from '../fixtures/trial-task.fixture.js';
import type { Caller } from '../sign-in/sign-in.js';
import { type TaskEventStreamParts, taskEventStream } from './task-event-stream.js';

/** The caller of the streams. */
export const CALLER: Caller = {
  accountId: accountId('acme'),
  suspended: false,
  scopes: undefined,
  expiresAt: undefined,
  caps: undefined,
  tokenId: null,
};

export const HEARTBEAT_MS = 15_000;

/** A reader of a stream of events. */
export interface Listener {
  /** Ends all streams. */
  readonly closing: AbortController;
  readonly client: AbortController;
  /** The clock of the stream. It stands still until `pass`. */
  readonly clock: ManualClock;
  /** Lets time pass for the stream. */
  pass(ms: number): Promise<void>;
  /** The next piece as text, undefined at the end. */
  piece(): Promise<string | undefined>;
  /** Leaves the stream, like a reader. */
  leave(): Promise<void>;
}

/** The parts of a stream that a test replaces. */
interface Replaced extends Partial<Omit<TaskEventStreamParts, 'access'>> {
  readonly access?: Partial<TaskEventStreamParts['access']>;
}

/** Begins to read the stream of a task. */
export function listen({ service, task }: TrialTask, { access, ...over }: Replaced = {}): Listener {
  const clock = new ManualClock();
  const [closing, client] = [new AbortController(), new AbortController()];
  const pieces = taskEventStream({
    service,
    task,
    seenId: undefined,
    heartbeatMs: HEARTBEAT_MS,
    signal: client.signal,
    closing: closing.signal,
    access: { clock, confirm: async () => CALLER, ...access },
    ...over,
  })[Symbol.asyncIterator]();
  return {
    closing,
    client,
    clock,
    async pass(ms) {
      clock.advance(ms);
      await turn();
    },
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
export function expectNothingLeft(trial: TrialTask, listener: Listener): void {
  expect([listener.clock.pending, trial.clock.pending]).toEqual([0, 0]);
  for (const { signal } of [listener.client, listener.closing]) {
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  }
}
