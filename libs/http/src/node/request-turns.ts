import { TurnQueue } from '../message/turn-queue.js';

export interface RequestTurnsOptions {
  /** For how long waiting requests are begun in one turn of the event loop, in milliseconds. One is begun in any case. Default 2. */
  readonly turnMs?: number;
  /** Milliseconds that never go back. Default: the process's own. */
  readonly now?: () => number;
}

const TURN_MS = 2;
/** Callbacks that are asked for ahead. As many requests are begun within the time of a turn at most. */
const MAX_A_TURN = 64;

/**
 * When requests begin that clients have sent without waiting for replies. Those of all connections of a server share a few milliseconds of each
 * turn of the event loop: what has only just come, from others, is never behind all of them. Networks have their turns one after another, and so do
 * the connections of each.
 */
export class RequestTurns {
  readonly #turnMs: number;
  readonly #now: () => number;
  readonly #waiting = new TurnQueue<string, () => void>();
  /** Callbacks that are to come. */
  #asked = 0;
  /** When no more begin in the present turn; undefined before its first. */
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
      // One for each: what one request leads to at once, its promises, is done before the next one begins, and is in the time of the turn.
      setImmediate(this.#beginNext);
    }
  }

  readonly #beginNext = (): void => {
    this.#asked -= 1;
    if (this.#endsAt === undefined) {
      this.#endsAt = this.#now() + this.#turnMs;
      // Comes in the next turn, before every callback that is asked for from here on.
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
