import { TurnQueue } from '../message/turn-queue.js';

export interface RequestTurnsOptions {
  /** Milliseconds in one turn of the event loop in which waiting requests begin. At least one begins. Default 2. */
  readonly turnMs?: number;
  /** Milliseconds that never go back. Default: the process's own. */
  readonly now?: () => number;
}

const TURN_MS = 2;
/** Callbacks that are asked for ahead. As many requests are begun within the time of a turn at most. */
const MAX_A_TURN = 64;

/**
 * Schedules requests that clients have sent without waiting for replies. All connections of a server share a few milliseconds of each turn
 * of the event loop, so new requests of other clients never wait for all of them. Networks take turns, and so do the connections of each
 * network.
 */
export class RequestTurns {
  readonly #turnMs: number;
  readonly #now: () => number;
  readonly #waiting = new TurnQueue<string, () => void>();
  /** Callbacks that are to come. */
  #asked = 0;
  /** The time from which no more begin in the present turn; undefined before its first. */
  #endsAt: number | undefined;

  constructor({ turnMs = TURN_MS, now = () => performance.now() }: RequestTurnsOptions = {}) {
    this.#turnMs = turnMs;
    this.#now = now;
  }

  /** Calls `begin` in a later turn of the event loop. */
  next(network: string, begin: () => void): void {
    this.#waiting.push(network, begin);
    this.#ask();
  }

  #ask(): void {
    while (this.#asked < Math.min(this.#waiting.size, MAX_A_TURN)) {
      this.#asked += 1;
      // One callback for each request: its immediate work, promises included, is done before the next one begins, and counts towards the
      // time of the turn.
      setImmediate(this.#beginNext);
    }
  }

  readonly #beginNext = (): void => {
    this.#asked -= 1;
    if (this.#endsAt === undefined) {
      this.#endsAt = this.#now() + this.#turnMs;
      // It runs in the next turn, before every callback that is scheduled from here on.
      setImmediate(() => {
        this.#endsAt = undefined;
      });
    } else if (this.#now() >= this.#endsAt) {
      this.#ask();
      return;
    }
    const begin = this.#waiting.shift();
    this.#ask();
    begin?.();
  };
}
