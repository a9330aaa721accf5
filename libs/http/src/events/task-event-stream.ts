import type { Task, TaskRequest, VerificationService } from '@dialproof/core';
import { endedAccess, type LastingAccess } from '../sign-in/lasting-access.js';
import { nextOrPause } from './next-or-pause.js';
import type { OpenStreams } from './open-streams.js';
import { HEARTBEAT, RETRY_LINE, stateId, taskEvent } from './task-event.js';

export interface TaskEventStreamParts {
  readonly service: VerificationService;
  readonly task: TaskRequest;
  /** The id of the state that the client has, if it has one. */
  readonly seenId: string | undefined;
  readonly heartbeatMs: number;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  readonly streams: OpenStreams;
  readonly access: LastingAccess;
  /** Is called when the stream has ended or was left, also before it was begun. */
  readonly onEnd?: () => void;
}

/**
 * A task's states as events, up to its end or to that of all streams. A state is asked for when the client has taken what came before,
 * so that a slow one gets fewer states, the last among them, and none wait for it. Nothing is begun before the first piece is asked for.
 * Every `heartbeatMs` it is looked whether the client may still have it; when not, it ends.
 */
export function taskEventStream(parts: TaskEventStreamParts): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const left = new AbortController();
      const events = eventTexts(parts, left);
      const end = (): void => parts.onEnd?.();
      return {
        async next() {
          try {
            const { done, value } = await events.next();
            if (!done) return { done: false, value: Buffer.from(value) };
          } catch (error) {
            end();
            throw error;
          }
          end();
          return { done: true, value: undefined };
        },
        async return() {
          // A generator takes no notice of being left while it waits, and runs no finally before it is begun.
          left.abort();
          await events.return();
          end();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

async function* eventTexts(
  { service, task, seenId, heartbeatMs, signal, streams, access }: TaskEventStreamParts,
  left: AbortController,
): AsyncGenerator<string, void, undefined> {
  const leave = (): void => left.abort();
  const forget = streams.add(leave);
  signal.addEventListener('abort', leave);
  if (signal.aborted) leave();
  try {
    yield RETRY_LINE;
    const watch = service.watch({ ...task, signal: left.signal });
    yield* withHeartbeats(watch, { seenId, heartbeatMs, left, access });
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
  watch: AsyncIterable<Task>,
  { seenId, heartbeatMs, left, access }: Listening,
): AsyncGenerator<string, void, undefined> {
  const states = watch[Symbol.asyncIterator]();
  let next = nextOrPause(states.next());
  let isFirst = true;
  let confirmedAt = performance.now();
  try {
    for (;;) {
      const found = await next(heartbeatMs, left.signal);
      // Its client comes again by itself, and is told then.
      if (found === 'pause' || performance.now() - confirmedAt >= heartbeatMs) {
        if ((await endedAccess(access)) !== undefined) return;
        confirmedAt = performance.now();
      }
      if (found === 'pause') {
        yield HEARTBEAT;
        continue;
      }
      if (found === 'left' || found.done) return;
      // Only what the client begins with can be what it has: an id of a state to come must not cost it that state.
      if (!isFirst || stateId(found.value) !== seenId) yield taskEvent(found.value);
      isFirst = false;
      next = nextOrPause(states.next());
    }
  } catch (error) {
    // Nobody is there any more to whom it could make a difference.
    if (!left.signal.aborted) throw error;
  } finally {
    left.abort();
    // Not waited for: a watch that waits itself may return only when it has seen the signal.
    states.return?.().catch(() => {});
  }
}
