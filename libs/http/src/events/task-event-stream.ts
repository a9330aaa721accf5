import { type Clock, hasEnded, type Task, type VerificationService } from '@dialproof/core';
import { wireTask } from '../operations/tasks/task-shape.js';
import { isRefusal, type LastingAccess } from '../sign-in/sign-in.js';

/** Milliseconds that a client waits before it connects again. */
const RETRY_MS = 2_000;

/** The beginning of an event stream: it flushes the headers and sets the client's delay before it connects again. */
const RETRY_LINE = `retry: ${RETRY_MS}\n\n`;

/** A comment line, which clients skip. */
const HEARTBEAT = ':\n\n';

/**
 * The id of a task's state. It depends only on the task, so a state has the same id on every server. States with the same id are equal for
 * a client: a retry that has any effect changes the count of failed checks or of processed rows.
 */
export function stateId({
  status,
  processed,
  checksFailed,
  waiting,
}: Pick<Task, 'status' | 'processed' | 'checksFailed' | 'waiting'>): string {
  const failed = checksFailed === 0 ? '' : `-failed-${checksFailed}`;
  const until = waiting === null ? '' : `-waiting-${waiting.nextTryAt}`;
  return `${status}-${processed}${failed}${until}`;
}

/** The state as an event (WHATWG HTML, 9.2): `end` for a task that has ended, else `progress`. */
function taskEvent(task: Task): string {
  const name = hasEnded(task.status) ? 'end' : 'progress';
  // JSON escapes line ends, so the data is one line.
  return `id: ${stateId(task)}\nevent: ${name}\ndata: ${JSON.stringify(wireTask(task))}\n\n`;
}

export interface TaskEventStreamParts {
  readonly service: Pick<VerificationService, 'watch'>;
  /** The task as it was just found. */
  readonly task: Pick<Task, 'accountId' | 'taskId'>;
  /** The id of the state that the client has, if it has one. */
  readonly seenId: string | undefined;
  readonly heartbeatMs: number;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Aborted when all streams have to end. */
  readonly closing: AbortSignal;
  readonly access: LastingAccess;
}

/**
 * A task's states as events, until the task ends or all streams have to. A state is read when the client has taken the event before, so
 * a slow client gets fewer states, but always the last one. Nothing begins before the first piece is requested. Every `heartbeatMs` the
 * client's access is confirmed. The stream ends when the access is lost, and fails when it cannot be confirmed: clients connect again.
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
  parts: TaskEventStreamParts,
  left: AbortController,
): AsyncGenerator<string, void, undefined> {
  const { closing, service, signal } = parts;
  const { accountId, taskId } = parts.task;
  const leave = (): void => left.abort();
  for (const end of [closing, signal]) {
    end.addEventListener('abort', leave);
    if (end.aborted) leave();
  }
  const states = service.watch({ accountId, taskId, signal: left.signal })[Symbol.asyncIterator]();
  try {
    yield RETRY_LINE;
    yield* withHeartbeats(states, parts, left.signal);
  } catch (error) {
    // The client has left, so the error concerns nobody.
    if (!left.signal.aborted) throw error;
  } finally {
    leave();
    for (const end of [closing, signal]) end.removeEventListener('abort', leave);
    // Not awaited: a waiting watch may return only when it has seen the signal.
    states.return?.().catch(() => {});
  }
}

async function* withHeartbeats(
  states: AsyncIterator<Task>,
  { access, heartbeatMs, seenId }: TaskEventStreamParts,
  left: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  const { clock } = access;
  let next = nextOrPause(states.next(), clock);
  let isFirst = true;
  let confirmedAt = clock.elapsed();
  for (;;) {
    const found = await next(heartbeatMs, left);
    if (found === 'pause' || clock.elapsed() - confirmedAt >= heartbeatMs) {
      if (!(await isConfirmed(access, heartbeatMs, left))) return;
      confirmedAt = clock.elapsed();
    }
    if (found === 'pause') {
      yield HEARTBEAT;
      continue;
    }
    if (found === 'left' || found.done) return;
    // Only the first state can be the one that the client has: a client that sends a future id must still get that state.
    if (!isFirst || stateId(found.value) !== seenId) yield taskEvent(found.value);
    isFirst = false;
    next = nextOrPause(states.next(), clock);
  }
}

/** Whether the client may still have the stream. A client that has lost its access gets the reason when it connects again. */
async function isConfirmed(access: LastingAccess, timeoutMs: number, left: AbortSignal): Promise<boolean> {
  try {
    const answer = await nextOrPause(access.confirm(), access.clock)(timeoutMs, left);
    if (answer !== 'pause') return answer !== 'left';
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
  throw new Error(`the authenticator has not answered within ${timeoutMs} ms`);
}

/**
 * Returns a function that waits for `next`. It resolves to the result, to `pause` if there is none within `pauseMs`, or to `left` as soon
 * as the signal is aborted, and may be called again. It leaves no timer behind and adds only one listener to `next`, while each
 * `Promise.race` would add another.
 */
function nextOrPause<Result>(
  next: Promise<Result>,
  clock: Clock,
): (pauseMs: number, signal: AbortSignal) => Promise<Result | 'pause' | 'left'> {
  let hasSettled = false;
  let wake = (): void => {};
  const markSettled = (): void => {
    hasSettled = true;
    wake();
  };
  next.then(markSettled, markSettled);
  return async (pauseMs, signal) => {
    if (signal.aborted) return 'left';
    if (!hasSettled) {
      const instead = await new Promise<'pause' | 'left' | undefined>((resolve) => {
        const settle = (how?: 'pause' | 'left'): void => {
          cancelPause();
          signal.removeEventListener('abort', leave);
          resolve(how);
        };
        const leave = (): void => settle('left');
        const cancelPause = clock.schedule(pauseMs, () => settle('pause'));
        signal.addEventListener('abort', leave);
        wake = () => settle();
      });
      if (instead !== undefined) return instead;
    }
    return next;
  };
}
