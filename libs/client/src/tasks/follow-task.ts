import type { Task } from '../api/api.js';
import type { ClientClock } from '../client-options.js';
import { type DialproofError, isDialproofError } from '../dialproof-error.js';
import { LONGEST_MS, whole } from '../requests/checked-options.js';
import { mayRepeat, pauseMs } from '../requests/repeats.js';
import type { RequestSender } from '../requests/request-sender.js';
import { openTaskEvents } from './task-events.js';
import type { FollowOptions } from './task-handle.js';

/** Codes with which a server, or a proxy in front of it, has no events for this client; polls may still be answered. */
const NO_EVENTS: ReadonlySet<string> = new Set([
  'timed_out',
  'unexpected_reply',
  'too_many_requests',
  'overloaded',
  'not_supported',
  'method_not_allowed',
  'not_found',
]);

const RECONNECT_MS = 2_000;

/** The states of a task, from the present one to its end. No state is yielded twice. */
export async function* followTask(
  sender: RequestSender,
  taskId: string,
  options: FollowOptions = {},
): AsyncGenerator<Task, void, undefined> {
  const follower = new Follower(sender, taskId, options);
  while (!follower.hasEnded) yield* follower.states();
}

class Follower {
  hasEnded = false;
  readonly #sender: RequestSender;
  readonly #taskId: string;
  readonly #options: FollowOptions;
  readonly #patience: Patience;
  readonly #pollMs: number;
  #isPolling: boolean;
  /** The id of the last event. */
  #lastEventId: string | undefined;
  /** The last state, as text: a poll may find nothing new. */
  #lastState: string | undefined;

  constructor(sender: RequestSender, taskId: string, options: FollowOptions) {
    this.#sender = sender;
    this.#taskId = taskId;
    this.#options = { ...options, signal: sender.signalOf(options.signal) };
    const patienceMs = whole('patienceMs', options.patienceMs, {
      fallback: 300_000,
      least: 0,
      most: LONGEST_MS,
    });
    this.#patience = new Patience(sender.options.clock, patienceMs, options.onLost);
    this.#pollMs = whole('pollMs', options.pollMs, { fallback: 2_000, least: 100, most: LONGEST_MS });
    this.#isPolling = options.transport === 'polling';
  }

  /** Yields the states of the task until the stream ends or fails temporarily. */
  async *states(): AsyncGenerator<Task, void, undefined> {
    const { signal } = this.#options;
    try {
      if (this.#isPolling) yield* this.#fromPoll();
      else yield* this.#fromEvents();
    } catch (error) {
      signal?.throwIfAborted();
      if (!this.#isPolling && isDialproofError(error) && NO_EVENTS.has(error.code)) {
        this.#isPolling = true;
        return;
      }
      await this.#patience.pauseAfter(error, signal);
    }
  }

  async *#fromEvents(): AsyncGenerator<Task, void, undefined> {
    const { signal, timeoutMs } = this.#options;
    const events = await openTaskEvents(this.#sender, {
      taskId: this.#taskId,
      lastEventId: this.#lastEventId,
      options: { signal, timeoutMs },
    });
    this.#patience.renew();
    // The end was already seen by a poll.
    if (events === undefined) return yield* this.#fromPoll();
    for await (const { id, task } of events) {
      this.#patience.renew();
      this.#lastEventId = id;
      yield* this.#newStates(task);
      if (this.hasEnded) return;
    }
    await this.#sender.options.clock.sleep(events.retryMs ?? RECONNECT_MS, signal);
  }

  async *#fromPoll(): AsyncGenerator<Task, void, undefined> {
    const { signal, timeoutMs } = this.#options;
    const task = await this.#sender.ask('poll', {
      id: this.#taskId,
      options: { signal, timeoutMs, maxRetries: 0 },
    });
    this.#patience.renew();
    yield* this.#newStates(task);
    if (!this.hasEnded) await this.#sender.options.clock.sleep(this.#pollMs, signal);
  }

  *#newStates(task: Task): Generator<Task, void, undefined> {
    this.hasEnded = hasEnded(task);
    const state = JSON.stringify(task);
    if (state === this.#lastState) return;
    this.#lastState = state;
    yield task;
  }
}

/** Whether a task is done or failed. Only a retry changes it then. */
export function hasEnded({ status }: Pick<Task, 'status'>): boolean {
  return status === 'done' || status === 'failed';
}

/** Limits how long a follower continues without an answer of its server. */
class Patience {
  readonly #clock: ClientClock;
  readonly #ms: number;
  readonly #onLost: FollowOptions['onLost'];
  #heardAt: number;
  #failures = 0;

  constructor(clock: ClientClock, ms: number, onLost: FollowOptions['onLost']) {
    this.#clock = clock;
    this.#ms = ms;
    this.#onLost = onLost;
    this.#heardAt = clock.now();
  }

  /** The server has answered. */
  renew(): void {
    this.#heardAt = this.#clock.now();
    if (this.#failures > 0) this.#onLost?.(false);
    this.#failures = 0;
  }

  /** Waits before the next try. Throws the failure if a try is useless, or if the time is used up. */
  async pauseAfter(failure: unknown, signal: AbortSignal | undefined): Promise<void> {
    if (!mayPass(failure)) throw failure;
    const pause = pauseMs(this.#failures, failure.retryAfterMs);
    if (this.#clock.now() + pause - this.#heardAt > this.#ms) throw failure;
    if (this.#failures === 0) this.#onLost?.(true);
    this.#failures += 1;
    await this.#clock.sleep(pause, signal);
  }
}

/** Following only reads, so that each failure of the server is worth a repeat, also one after which other requests are not repeated. */
function mayPass(failure: unknown): failure is DialproofError {
  if (mayRepeat(failure, true)) return true;
  return isDialproofError(failure) && (failure.status ?? 0) >= 500 && failure.code !== 'not_supported';
}
