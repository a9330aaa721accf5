import type { Task } from '@dialproof/core';
import { AccessConfirmer, type LastingAccess } from '../sign-in/lasting-access.js';
import { nextOrPause } from './next-or-pause.js';
import type { OpenStreams } from './open-streams.js';
import type { SharedWatches } from './shared-watches.js';
import { HEARTBEAT, RETRY_LINE, stateId, taskEvent } from './task-event.js';
import type { TaskFollower } from './task-follower.js';

export interface TaskEventStreamParts {
  /** The watches that it shares with the other streams. */
  readonly watches: SharedWatches;
  /** The task as it was just found. */
  readonly task: Task;
  /** The id of the state that the client has, if it has one. */
  readonly seenId: string | undefined;
  readonly heartbeatMs: number;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  readonly streams: OpenStreams;
  readonly access: LastingAccess;
}

/**
 * A task's states as events, until the task ends or all streams are closed. A state is read when the client has taken the event before, so
 * a slow client gets fewer states, but always the last one, and delays nobody. Nothing begins before the first piece is requested. Every
 * `heartbeatMs` the client's access is confirmed. The stream ends when the access is lost, or could not be confirmed several times in a
 * row.
 */
export function taskEventStream(parts: TaskEventStreamParts): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const left = new AbortController();
      const events = eventTexts(parts, left);
      return {
        async next() {
          const { done, value } = await events.next();
          return done ? { done: true, value: undefined } : { done: false, value: Buffer.from(value) };
        },
        async return() {
          // A waiting generator does not notice that its reader has left, and runs no `finally` before its first step.
          left.abort();
          await events.return();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

async function* eventTexts(
  { watches, task, seenId, heartbeatMs, signal, streams, access }: TaskEventStreamParts,
  left: AbortController,
): AsyncGenerator<string, void, undefined> {
  const leave = (): void => left.abort();
  const forget = streams.add(leave);
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  try {
    yield RETRY_LINE;
    const follower = watches.follow(task);
    yield* withHeartbeats(follower, { seenId, heartbeatMs, left, access });
  } finally {
    forget();
    signal.removeEventListener('abort', leave);
  }
}

interface Listening {
  readonly seenId: string | undefined;
  readonly heartbeatMs: number;
  readonly left: AbortController;
  readonly access: LastingAccess;
}

async function* withHeartbeats(
  follower: TaskFollower,
  { seenId, heartbeatMs, left, access }: Listening,
): AsyncGenerator<string, void, undefined> {
  const { clock } = access;
  // A generator does not run while its client reads nothing.
  left.signal.addEventListener('abort', () => follower.leave(), { once: true });
  let next = nextOrPause(follower.next(), clock);
  let isFirst = true;
  const confirmer = new AccessConfirmer(access, heartbeatMs, left.signal);
  let confirmedAt = clock.elapsed();
  try {
    for (;;) {
      const found = await next(heartbeatMs, left.signal);
      // The client connects again by itself, and then gets the reason.
      if (found === 'pause' || clock.elapsed() - confirmedAt >= heartbeatMs) {
        if ((await confirmer.reasonToEnd()) !== undefined || left.signal.aborted) return;
        confirmedAt = clock.elapsed();
      }
      if (found === 'pause') {
        yield HEARTBEAT;
        continue;
      }
      if (found === 'left' || found === undefined) return;
      // Only the first state can be the one that the client has: a client that sends a future id must still get that state.
      if (!isFirst || stateId(found) !== seenId) yield taskEvent(found);
      isFirst = false;
      next = nextOrPause(follower.next(), clock);
    }
  } catch (error) {
    // The client has left, so the error concerns nobody.
    if (!left.signal.aborted) throw error;
  } finally {
    left.abort();
    // Also if it was left before it followed.
    follower.leave();
  }
}
