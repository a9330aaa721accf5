import { isDialproofError, type Task } from '@dialproof/client';

/** A pause before the next try. */
export interface Pause {
  readonly ms: number;
  /** Whether the server has asked for it. Nothing but its end ends it then. */
  readonly isAsked: boolean;
}

export interface Following {
  readonly signal: AbortSignal;
  /** Begins to follow the task. Each failure is to be seen: the pauses are made here. */
  states(): AsyncIterable<Task>;
  take(state: Task): void;
  /** Is called when the connection is lost, before each pause. */
  lost(): void;
  /** Resolves when the pause is over, also when the signal is aborted. */
  pause(pause: Pause): Promise<void>;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
/** The longest time that timers know. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Follows a task until it has ended or the signal is aborted. It retries without a limit while the server is away, and never before a time
 * that the server names. Rejects with a permanent failure.
 */
export async function followPatiently({ signal, states, take, lost, pause }: Following): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    try {
      for await (const state of states()) {
        take(state);
        pauseMs = FIRST_PAUSE_MS;
      }
      return;
    } catch (failure) {
      if (signal.aborted) return;
      if (!willPass(failure)) throw failure;
      lost();
      await pause(pauseAfter(failure, pauseMs));
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }
}

/** Whether a failure is one of the network, or of a server that is being restarted. */
function willPass(error: unknown): boolean {
  if (!isDialproofError(error)) return false;
  return error.status === undefined || error.status >= 500 || error.status === 429;
}

function pauseAfter(failure: unknown, ownMs: number): Pause {
  const askedMs = isDialproofError(failure) ? failure.retryAfterMs : undefined;
  const ms = Math.min(Math.max(ownMs, askedMs ?? 0), LONGEST_TIMER_MS);
  return { ms, isAsked: askedMs !== undefined && askedMs > 0 };
}
